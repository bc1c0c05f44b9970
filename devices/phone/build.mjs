/**
 * Bundles the device's program into dist/ or the given folder: main.js, the shell's thread, and parts that are loaded
 * on demand. The folder must be within this package, so that packages with native code are found.
 */
import { globSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { build, transform } from "esbuild";

const folder = new URL(".", import.meta.url).pathname;
const shellWorker = "src/shell-worker.ts";
const outdir = resolve(folder, process.argv[2] ?? "dist");

/**
 * V8 keeps loaded source text in memory, so packages are minified. This project's own names stay readable in stack
 * traces.
 */
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
 * The layout engine loads its code from a data: URL through fetch where available. In Node that would load the HTTP
 * stack, megabytes without another use. Without fetch it decodes the URL itself.
 */
const layoutWithoutFetch = { filter: /[\\/]yoga-layout[\\/]/, define: { fetch: "undefined" } };

/** Omits zod's messages in fifty languages. Only English is used, and it is imported separately. */
const withoutOtherLanguages = {
  name: "without-other-languages",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({ contents: "export {};" }));
  },
};

/** Replaces `import.meta.glob` by files that are loaded when read: a phone loads only the languages that it shows. */
const languageFolders = {
  name: "language-folders",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]language[\\/]languages\.ts$/ }, async ({ path }) => {
      const { code } = await transform(await readFile(path, "utf8"), { loader: "ts" });
      const lazily = (_, patterns) => {
        const [pattern, ...excluded] = [JSON.parse(patterns)].flat();
        const exclude = excluded.map((each) => each.replace(/^!/, ""));
        const files = globSync(pattern, { cwd: dirname(path), exclude }).toSorted();
        return `{ ${files.map((file) => `get "./${file}"() { return require("./${file}"); }`).join(", ")} }`;
      };
      const contents = code.replaceAll(/import\.meta\.glob\(\s*(.+?),\s*\{ eager: true \}\s*\)/gs, lazily);
      return { contents, loader: "js", resolveDir: dirname(path) };
    });
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
  external: ["@napi-rs/*", "@fontsource*", "just-bash", "koffi"],
  mainFields: ["module", "main"],
  plugins: [languageFolders, withoutOtherLanguages, installedShortened],
  banner: {
    js: 'import { createRequire as createBundleRequire } from "node:module"; const require = createBundleRequire(import.meta.url);',
  },
  logLevel: "warning",
};
const constants = { "process.env.NODE_ENV": '"production"' };

// A running device starts the shell's thread repeatedly. The content hash in its name ensures that both come from the
// same build.
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

// A single character outside Latin-1 makes V8 store the source in twice the memory. esbuild does not escape such
// characters in regular expressions.
for (const name of readdirSync(outdir).filter((each) => each.endsWith(".js"))) {
  const path = join(outdir, name);
  const source = readFileSync(path, "utf8");
  const ascii = source.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  if (ascii !== source) writeFileSync(path, ascii);
}
