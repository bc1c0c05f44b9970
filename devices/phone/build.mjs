/**
 * Bundles the device's program into dist/, or the folder given: main.js, the thread in which its shell runs, and parts
 * that are loaded when they are first needed. The folder must be within this package, from where the packages with
 * native code are found.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { build, transform } from "esbuild";

const folder = new URL(".", import.meta.url).pathname;
const shellWorker = "../phone-shell/src/worker.ts";
const outdir = resolve(folder, process.argv[2] ?? "dist");

/** V8 keeps the source of all it has loaded in memory. In ours the names stay, for the sake of stack traces. */
const installedShortened = {
  name: "installed-shortened",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]node_modules[\\/].*\.m?js$/ }, async ({ path }) => {
      const { code } = await transform(await readFile(path, "utf8"), {
        minify: true,
        define: {
          "process.env.NODE_ENV": '"production"',
          ...(layoutWithoutFetch.filter.test(path) && layoutWithoutFetch.define),
        },
      });
      return { contents: code };
    });
  },
};

/**
 * The layout engine has its code in a data: URL, which it fetches where fetch is: in Node that loads HTTP and all that
 * belongs to it, megabytes that nothing else uses. Without fetch it decodes the URL by itself.
 */
const layoutWithoutFetch = { filter: /[\\/]yoga-layout[\\/]/, define: { fetch: "undefined" } };

/** zod brings its messages in fifty languages, of which English is used, and that is imported elsewhere. */
const withoutOtherLanguages = {
  name: "without-other-languages",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({ contents: "export {};" }));
  },
};

const common = {
  absWorkingDir: folder,
  outdir,
  bundle: true,
  splitting: true,
  chunkNames: "part-[hash]",
  format: "esm",
  platform: "node",
  target: "node24",
  jsx: "automatic",
  sourcemap: true,
  minifySyntax: true,
  minifyWhitespace: true,
  external: ["@napi-rs/*", "@fontsource*", "just-bash"],
  mainFields: ["module", "main"],
  plugins: [withoutOtherLanguages, installedShortened],
  banner: {
    js: 'import { createRequire as createBundleRequire } from "node:module"; const require = createBundleRequire(import.meta.url);',
  },
  logLevel: "warning",
};
const constants = { "process.env.NODE_ENV": '"production"' };

// A device that runs starts the shell's thread again and again: by a name of its contents it is always its own build's.
const { metafile } = await build({
  ...common,
  entryPoints: { "shell-worker": shellWorker },
  entryNames: "part-[name]-[hash]",
  define: constants,
  metafile: true,
});
const [worker] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === shellWorker);

await build({
  ...common,
  entryPoints: { main: "src/main.ts" },
  define: { ...constants, builtShellWorker: JSON.stringify(`./${basename(worker)}`) },
});

// V8 keeps a source in twice the memory for a single character outside of Latin-1, and esbuild leaves those of regular
// expressions as they are.
for (const name of readdirSync(outdir).filter((each) => each.endsWith(".js"))) {
  const path = join(outdir, name);
  const source = readFileSync(path, "utf8");
  const ascii = source.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  if (ascii !== source) writeFileSync(path, ascii);
}
