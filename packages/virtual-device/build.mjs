/**
 * Bundles the device's program into dist/, or the folder given: main.js, and beside it the thread in which its shell
 * runs. The folder must be within this package, from where the installed packages are found.
 */
import { readFile } from "node:fs/promises";
import { build } from "esbuild";

const BUNDLED = new Set(["react", "react-reconciler", "@mdi/js"]);
const folder = new URL(".", import.meta.url).pathname;
const { dependencies } = JSON.parse(await readFile(new URL("package.json", import.meta.url), "utf8"));

await build({
  absWorkingDir: folder,
  entryPoints: { main: "src/main.ts", "shell-worker": "src/shell/worker.ts" },
  outdir: process.argv[2] ?? "dist",
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node24",
  jsx: "automatic",
  sourcemap: true,
  // React and the icons go into the bundle, where the production build is chosen and what is unused is left out;
  // so do our own packages, which are TypeScript. The other installed packages stay where they are.
  external: Object.keys(dependencies).filter((name) => !name.startsWith("@terrarium/") && !BUNDLED.has(name)),
  mainFields: ["module", "main"],
  define: { "process.env.NODE_ENV": '"production"' },
  banner: {
    js: 'import { createRequire as createBundleRequire } from "node:module"; const require = createBundleRequire(import.meta.url);',
  },
  logLevel: "warning",
});
