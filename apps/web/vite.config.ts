import { existsSync } from "node:fs";
import path from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { withoutSchemas } from "../../packages/sdk/src/publish/light-contract.ts";
import { builtFiles } from "./vite-built-files.ts";
import { tellFailure } from "./vite-failure.ts";
import { minifyFirstPaint } from "./vite-first-paint.ts";
import { paintFrame } from "./vite-frame.ts";
import { keepPagesApart, preloadScreens, sharedFile } from "./vite-screens.ts";
import { languageOnly, scriptTypes, selectedFeatures } from "./vite-script-types.ts";

const root = import.meta.dirname;
const SERVER = process.env.TERRARIUM_DEV_SERVER ?? "http://localhost:3000";

/** The two pages: the console, and the viewer that the server serves at /api/v1/proxy/{id}/. */
const pages = ["index.html", "viewer.html"].map((file) => path.join(root, file)).filter((file) => existsSync(file));

/** Preloads fonts before the style sheet is parsed, so that text does not move when they arrive. */
const preloadFonts: Plugin = {
  name: "preload-fonts",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => /(inter|jetbrains-mono)-latin-wght-normal-[^/]+\.woff2$/.test(file))
        .map((file) => ({
          tag: "link",
          attrs: { rel: "preload", as: "font", type: "font/woff2", href: `/${file}`, crossorigin: true },
          injectTo: "head-prepend",
        })),
  },
};

/**
 * Uses the contract without its schemas, like the SDK. A file that imports a schema stops the build
 * (docs/internals/decisions/0095).
 */
const lightContract: Plugin = { name: "light-contract", apply: "build", enforce: "pre", load: withoutSchemas };

export default defineConfig({
  root,
  plugins: [
    lightContract,
    react(),
    tailwindcss(),
    preloadFonts,
    preloadScreens,
    tellFailure,
    paintFrame,
    minifyFirstPaint,
    keepPagesApart,
    builtFiles,
    scriptTypes,
    selectedFeatures,
  ],
  build: {
    outDir: "dist",
    sourcemap: false,
    modulePreload: {
      polyfill: false,
      // The page preloads the files of its first screen and loads the others early. Without their names, the first
      // script is a tenth smaller.
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === "html" ? files : files.filter((file) => file.endsWith(".css")),
    },
    // The content security policy does not allow `data:` for scripts, so assets stay separate files.
    assetsInlineLimit: 0,
    // Monaco and its TypeScript worker are this large and loaded on demand.
    chunkSizeWarningLimit: 8000,
    rolldownOptions: {
      input: pages,
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: sharedFile, debugName: sharedFile.name },
            { name: "icons", test: /lucide-react/, minShareCount: 2 },
          ],
        },
      },
    },
  },
  worker: { format: "es", plugins: () => [languageOnly] },
  server: {
    host: "localhost",
    proxy: {
      // Vite serves the viewer page, reloading like the console. The server handles its requests.
      "/api/v1/proxy": {
        target: SERVER,
        ws: true,
        bypass: ({ method, headers }) =>
          method === "GET" && headers.accept?.includes("text/html") === true ? "/viewer.html" : undefined,
      },
      "/api": { target: SERVER, ws: true },
      "/docs": { target: SERVER },
      "/local-idp": { target: SERVER },
      "^/(gbox-sdk|terrarium-sdk|terrarium-cli)\\.(js|tgz)$": { target: SERVER },
    },
  },
});
