import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { minify, type Plugin } from "vite";

const FILE = "first-paint.js";

/** Minifies public/first-paint.js, which runs before the first paint and is no module of the build. */
export const minifyFirstPaint: Plugin = {
  name: "minify-first-paint",
  apply: "build",
  async writeBundle({ dir = "" }) {
    const { code, errors } = await minify(FILE, await readFile(path.join(import.meta.dirname, "public", FILE), "utf8"));
    const [error] = errors;
    if (error !== undefined) this.error(error.message);
    await writeFile(path.join(dir, FILE), code);
  },
};
