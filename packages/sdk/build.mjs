// Bundles the SDK to dist/runner.js, one ES module without imports, for the server's script runner. Packs it with its
// types to dist/terrarium-sdk.tgz, and under the name of the gbox alpha SDK to dist/gbox-sdk.tgz. The server offers
// both packages.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { GBOX_NAME, SDK_NAME } from "@terrarium/contract/clients";
import { build } from "esbuild";
import { lightContract } from "./src/publish/light-contract.ts";
import { packageTypes } from "./src/publish/package-types.ts";
import { packageTarball } from "./src/publish/tarball.ts";

const folder = path.dirname(fileURLToPath(import.meta.url));

await build({
  absWorkingDir: folder,
  entryPoints: ["src/runner-entry.ts"],
  outfile: "dist/runner.js",
  bundle: true,
  format: "esm",
  platform: "neutral",
  target: "es2023",
  // Keeps names: scripts print these objects and errors.
  minifySyntax: true,
  minifyWhitespace: true,
  plugins: [lightContract],
  logLevel: "warning",
});

const text = (file) => readFileSync(path.join(folder, file), "utf8");
const manifest = {
  version: JSON.parse(text("package.json")).version,
  description: "Device sandboxes for software agents: the client of a Terrarium server",
  license: "Apache-2.0",
  type: "module",
  engines: { node: ">=20" },
  exports: { types: "./index.d.ts", default: "./index.js" },
};
const files = {
  LICENSE: text("../../LICENSE"),
  "README.md": text("README.md"),
  "index.js": text("dist/runner.js"),
  ...(await packageTypes()),
};
const PACKAGES = { [SDK_NAME]: "dist/terrarium-sdk.tgz", [GBOX_NAME]: "dist/gbox-sdk.tgz" };
for (const [name, file] of Object.entries(PACKAGES)) {
  const contents = { "package.json": JSON.stringify({ name, ...manifest }), ...files };
  writeFileSync(path.join(folder, file), packageTarball(contents));
}
