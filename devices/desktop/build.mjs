/**
 * Bundles the program into dist/, or the folder given, with the packages that have native code beside it: the folder runs
 * wherever Node 20 or later does, and sooner under the Node that built it, whose compiled code of the program it has.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { build } from "esbuild";
import { closedMemoryObject } from "./closed-memory.mjs";

const folder = new URL(".", import.meta.url).pathname;
const outdir = resolve(folder, process.argv[2] ?? "dist");
const native = ["@lydell/node-pty", "@napi-rs/webcodecs"];

const { metafile } = await build({
  absWorkingDir: folder,
  entryPoints: { program: "src/main.ts" },
  entryNames: "part-[hash]",
  outdir,
  outExtension: { ".js": ".cjs" },
  bundle: true,
  metafile: true,
  // One file of CommonJS: modules that are linked by Node itself take a third longer to start.
  format: "cjs",
  platform: "node",
  target: "node20",
  sourcemap: true,
  minifySyntax: true,
  minifyWhitespace: true,
  external: native,
  mainFields: ["module", "main"],
  define: { "process.env.NODE_ENV": '"production"', "import.meta.url": "bundleUrl" },
  banner: {
    js: [
      'const bundleUrl = require("node:url").pathToFileURL(__filename).href;',
      // Node has it from version 22 on.
      "Promise.withResolvers ??= function () { const r = {}; r.promise = new this((a, b) => { r.resolve = a; r.reject = b; }); return r; };",
    ].join("\n"),
  },
  logLevel: "warning",
});
const program = basename(Object.keys(metafile.outputs).find((path) => path.endsWith(".cjs")));

// V8 keeps a source in twice the memory for a single character outside of Latin-1, and esbuild leaves those of regular
// expressions as they are.
const source = readFileSync(join(outdir, program), "utf8");
writeFileSync(
  join(outdir, program),
  source.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
);

// Where the folder stands alone, Node is to know what its files are.
writeFileSync(join(outdir, "package.json"), '{ "type": "commonjs" }\n');
for (const name of native) copyPackage(name);
const closedMemory = closedMemoryObject(process.arch);
if (closedMemory) writeFileSync(join(outdir, "closed-memory.node"), closedMemory);
const loader = readFileSync(join(folder, "load-program.cjs"), "utf8");
writeFileSync(join(outdir, "main.js"), loader.replace("PROGRAM", JSON.stringify(program)));
await compileAhead(join(outdir, "main.js"));

/** Rejects with what the program says if it does not come to answer. */
async function compileAhead(main) {
  // What it keeps while it runs stays where it has not closed within its time, as on a machine that has much to do.
  const kept = mkdtempSync(join(tmpdir(), "terrarium-build-"));
  try {
    const child = fork(join(folder, "compile-ahead.cjs"), [main], {
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      env: { ...process.env, TMPDIR: kept },
    });
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
    if (code !== 0) throw new Error(`the program ended with ${code} when it was tried: ${said}`);
  } finally {
    rmSync(kept, { recursive: true, force: true });
  }
}

/** Copies an installed package, and those of its optional dependencies that are for this machine. */
function copyPackage(name) {
  const manifest = findPackageJSON(name, import.meta.url);
  copyOnce(dirname(manifest), name);
  const { optionalDependencies = {} } = JSON.parse(readFileSync(manifest, "utf8"));
  for (const optional of Object.keys(optionalDependencies)) {
    const isOurs = optional.includes(`${process.platform}-${process.arch}`) && !optional.endsWith("-musl");
    const path = join(manifest.slice(0, -`${name}/package.json`.length), optional);
    if (isOurs && existsSync(path)) copyOnce(path, optional);
  }
}

/** Native code that devices run is not written over: another version takes its place as new files. */
function copyOnce(from, name) {
  const to = join(outdir, "node_modules", name);
  const version = (path) => existsSync(path) && readFileSync(path, "utf8");
  if (version(join(from, "package.json")) === version(join(to, "package.json"))) return;
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true });
}
