// Bundles the SDK to dist/runner.js, one ES module that imports nothing, for the server's script runner; and packs it,
// with its types, to dist/gbox-sdk.tgz, which the server hands out to npm.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { packageTarball } from "./src/publish/tarball.ts";

const folder = path.dirname(fileURLToPath(import.meta.url));

/**
 * The client needs the contract's methods and paths, not its schemas: the server validates. With a stand-in for zod
 * on which every property and call gives itself again, the bundle has 11 kB instead of 594.
 */
const withoutSchemas = {
  name: "without-schemas",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^zod$/ }, ({ path: name }) => ({ path: name, namespace: "without-schemas" }));
    onLoad({ filter: /.*/, namespace: "without-schemas" }, () => ({
      contents: "export const z = new Proxy(() => z, { get: () => z });",
    }));
  },
};

await build({
  absWorkingDir: folder,
  entryPoints: ["src/runner-entry.ts"],
  outfile: "dist/runner.js",
  bundle: true,
  format: "esm",
  platform: "neutral",
  target: "es2023",
  // Names stay: scripts print these objects and errors.
  minifySyntax: true,
  minifyWhitespace: true,
  plugins: [withoutSchemas],
  logLevel: "warning",
});

const text = (file) => readFileSync(path.join(folder, file), "utf8");
const manifest = {
  name: "gbox-sdk",
  version: JSON.parse(text("package.json")).version,
  description: "Device sandboxes for software agents: the client of a Terrarium server",
  license: "Apache-2.0",
  type: "module",
  exports: { types: "./index.d.ts", default: "./index.js" },
};
const tarball = packageTarball({
  "package.json": JSON.stringify(manifest),
  LICENSE: text("../../LICENSE"),
  "index.js": text("dist/runner.js"),
  "index.d.ts": text("src/publish/gbox-sdk.d.ts"),
});
writeFileSync(path.join(folder, "dist/gbox-sdk.tgz"), tarball);
