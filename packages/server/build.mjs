/**
 * Bundles the server into dist/ or the given folder: main.js, its threads, and parts that load on first use. Nothing is
 * minified, so that stack traces in the log show the source's names.
 */
import { readFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { build } from "esbuild";
import { LOADED_PACKAGES } from "./loaded-packages.ts";

const folder = import.meta.dirname;
const outdir = resolve(folder, process.argv[2] ?? "dist");

/** Sources of the server's worker threads. */
const THREADS = [
  "src/billing/invoice-pdf-worker.ts",
  "../device-control/src/pictures/picture-worker.ts",
  "../device-providers/src/embedded/background-thread.ts",
  "src/runner/worker.ts",
];

/**
 * Keeps `import.meta.url` pointing at each source's own folder, so that bundled code still finds files beside it. Threads
 * are bundled beside main.js.
 */
const placesOfSources = (threadOf = new Map()) => ({
  name: "places-of-sources",
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      if (!source.includes("import.meta.url")) return undefined;
      const place = JSON.stringify(relative(join(folder, "dist"), path));
      const contents = source.replaceAll(
        /new URL\("(\.\/[^"]+\.ts)", import\.meta\.url\)|import\.meta\.url/g,
        (_, file) => {
          if (file === undefined) return `new URL(${place}, import.meta.url).href`;
          const thread = threadOf.get(join(dirname(path), file));
          if (thread === undefined) throw new Error(`${path} starts ${file}, a thread missing from THREADS`);
          return `new URL("${thread}", import.meta.url)`;
        },
      );
      return { contents, loader: "ts" };
    });
  },
});

const common = {
  absWorkingDir: folder,
  chunkNames: "part-[hash]",
  outdir,
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node24",
  external: LOADED_PACKAGES,
  mainFields: ["module", "main"],
  banner: {
    js: 'import { createRequire as createBundleRequire } from "node:module"; const require = createBundleRequire(import.meta.url);',
  },
  logLevel: "warning",
};

// A running server starts threads repeatedly. The content hash in their names ensures that they come from its own build.
const { metafile } = await build({
  ...common,
  entryPoints: THREADS,
  entryNames: "part-[name]-[hash]",
  plugins: [placesOfSources()],
  metafile: true,
});
const threads = Object.entries(metafile.outputs).filter(([, { entryPoint }]) => entryPoint !== undefined);
const threadOf = new Map(threads.map(([file, { entryPoint }]) => [join(folder, entryPoint), `./${basename(file)}`]));

await build({ ...common, entryPoints: ["src/main.ts"], plugins: [placesOfSources(threadOf)] });
