import { cpSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import apiReference from "@scalar/fastify-api-reference";
import fastify from "fastify";
import { coloursOf } from "../../web/vite-theme-colours.ts";

const FOLDER = import.meta.dirname;
/** Colors of the console that theme.css uses. */
const COLORS = "bg panel raised line line2 text mute faint accent accent-ink accent-soft warn bad".split(" ");

/** Writes the files of the page /api/docs/ into a folder `api-reference` of the site.. */
export async function buildApiReference(site: string): Promise<void> {
  const target = path.join(site, "api-reference");
  cpSync(path.join(FOLDER, "start.js"), path.join(target, "start.js"));
  writeFileSync(path.join(target, "theme.css"), themeSheet());
  writeFileSync(path.join(target, "scalar.js"), await scalarProgram());
}

const themeSheet = (): string =>
  [
    readFileSync(path.join(FOLDER, "theme.css"), "utf8"),
    `html .dark-mode { ${coloursOf(":root", COLORS)} }`,
    `html .light-mode { ${coloursOf(".light", COLORS)} }\n`,
  ].join("\n");

/** Keeps zod, which the program contains, from trying whether the page may compile code: browsers report that. */
const WITHOUT_EVAL = "globalThis.__zod_globalConfig = { jitless: true };\n";

/** Returns the browser program of Scalar. The package contains it as text only, behind a Fastify plugin. */
async function scalarProgram(): Promise<string> {
  const app = fastify();
  await app.register(apiReference, { routePrefix: "/", configuration: { url: "/" } });
  const { statusCode, body } = await app.inject("/js/scalar.js");
  await app.close();
  if (statusCode !== 200) throw new Error(`Scalar's program is not served: status ${statusCode}`);
  return WITHOUT_EVAL + body;
}
