/**
 * Bundles the program into dist/ or the given folder, and copies packages with native code beside it. The folder runs
 * on Node 20 or later. It starts faster on the Node version that built it, because it contains that version's compiled
 * code cache.
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
const native = ["@lydell/node-pty", "@napi-rs/webcodecs", "koffi"];

const { metafile } = await build({
  absWorkingDir: folder,
  entryPoints: { program: "src/main.ts" },
  entryNames: "part-[hash]",
  outdir,
  outExtension: { ".js": ".cjs" },
  bundle: true,
  metafile: true,
  // One CommonJS file: Node takes a third longer to start with ES modules.
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
      // Built into Node since version 22.
      "Promise.withResolvers ??= function () { const r = {}; r.promise = new this((a, b) => { r.resolve = a; r.reject = b; }); return r; };",
    ].join("\n"),
  },
  logLevel: "warning",
});
const program = basename(Object.keys(metafile.outputs).find((path) => path.endsWith(".cjs")));

// A single character outside Latin-1 makes V8 store the source in twice the memory. esbuild does not escape such
// characters in regular expressions.
const source = readFileSync(join(outdir, program), "utf8");
writeFileSync(
  join(outdir, program),
  source.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
);

// Declares the module type when the folder is used on its own.
writeFileSync(join(outdir, "package.json"), '{ "type": "commonjs" }\n');
for (const name of native) copyPackage(name);
const closedMemory = closedMemoryObject(process.arch);
if (closedMemory) writeFileSync(join(outdir, "closed-memory.node"), closedMemory);
const loader = readFileSync(join(folder, "load-program.cjs"), "utf8");
writeFileSync(join(outdir, "main.js"), loader.replace("PROGRAM", JSON.stringify(program)));
await compileAhead(join(outdir, "main.js"));

/** Rejects with the program's output if it does not start. */
async function compileAhead(main) {
  // The program's temporary files. It cannot delete them itself if it does not close in time, as on a busy machine.
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

/** Copies an installed package and its optional dependencies for this machine. */
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

/** Does not overwrite native code that running devices use. Another version is copied to new files. */
function copyOnce(from, name) {
  const to = join(outdir, "node_modules", name);
  const version = (path) => existsSync(path) && readFileSync(path, "utf8");
  if (version(join(from, "package.json")) === version(join(to, "package.json"))) return;
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true });
}
