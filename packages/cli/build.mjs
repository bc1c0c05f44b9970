// Bundles the command line to dist/terrarium.cjs, one file for plain Node 20 and newer. Packs it to
// dist/terrarium-cli.tgz, which the server offers to npm.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { lightContract } from "../sdk/src/publish/light-contract.ts";
import { packageTarball } from "../sdk/src/publish/tarball.ts";

const folder = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(folder, "../..");
const text = (file) => readFileSync(path.join(folder, file), "utf8");
const { version } = JSON.parse(text("package.json"));

const { metafile } = await build({
  absWorkingDir: root,
  stdin: {
    contents: `import { main } from "./src/main.ts"; void main(process.argv.slice(2), ${JSON.stringify(version)});`,
    resolveDir: folder,
    loader: "ts",
  },
  outfile: path.join(folder, "dist/terrarium.cjs"),
  bundle: true,
  format: "cjs",
  platform: "node",
  target: "node20",
  minify: true,
  keepNames: true,
  banner: { js: "#!/usr/bin/env node" },
  // Optional dependencies of `ws`.
  external: ["bufferutil", "utf-8-validate"],
  plugins: [lightContract],
  metafile: true,
  logLevel: "warning",
});

/** Returns the licences of the bundled packages. */
function notices() {
  const bundled = Object.keys(metafile.inputs).flatMap(
    (input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? [],
  );
  return [...new Set(bundled)]
    .toSorted()
    .map((name) => {
      const [licence] = globSync("{LICENSE,LICENCE,license,licence}*", { cwd: path.join(root, name) });
      if (licence === undefined) throw new Error(`${name} is bundled and has no licence file`);
      return `${name.replace(/^.*node_modules\//, "")}\n\n${readFileSync(path.join(root, name, licence), "utf8")}`;
    })
    .join("\n\n");
}

const manifest = {
  name: "terrarium-cli",
  version,
  description: "The command line of Terrarium: devices for software agents, from a terminal",
  license: "Apache-2.0",
  bin: { terrarium: "./terrarium.cjs" },
  engines: { node: ">=20" },
};
const tarball = packageTarball({
  "package.json": JSON.stringify(manifest),
  LICENSE: text("../../LICENSE"),
  "README.md": text("README.md"),
  "THIRD-PARTY.txt": notices(),
  "terrarium.cjs": text("dist/terrarium.cjs"),
});
writeFileSync(path.join(folder, "dist/terrarium-cli.tgz"), tarball);
