import path from "node:path";
import type { Plugin, Rolldown } from "vite";

const SRC = path.join(import.meta.dirname, "src");

/** The files whose code, and what it imports, is on the way to the sign-in or the viewer. Paths from `src`. */
const SIGN_IN = ["console/main.tsx", "console/pages/login/LoginPage.tsx", "console/pages/register/RegisterPage.tsx"];
const SIGN_IN_CALLS = ["api/auth.ts", "api/sign-in-error.ts"];
const VIEWER = ["viewer/main.tsx", "viewer/files/FilesView.tsx", "viewer/shell/ShellView.tsx"];

/** What so many of the console's pages use is fetched with each of them. */
const MANY_PAGES = 3;

/** The files that import a module, one of another, and that module: each by its path from `src`. */
function reachedFrom(id: string, context: Rolldown.ChunkingContext): Set<string> {
  const found = new Set([id]);
  for (const module of found)
    for (const importer of context.getModuleInfo(module)?.importers ?? []) found.add(importer);
  return new Set([...found].map((file) => path.relative(SRC, file)));
}

/**
 * Names the file that a module goes into: what the sign-in shares with other screens, what it calls, and what the
 * console's pages share apart from that. Left to itself, the bundler makes sixty files of the first screen, which take
 * a browser longer to fetch than their bytes do.
 */
export function sharedFile(id: string, context: Rolldown.ChunkingContext): string | null {
  // Everything is reached from everything through the one file that these packages are imported by.
  if (/\/node_modules\/(@?radix-ui|lucide-react)\//.test(id)) return null;
  const from = reachedFrom(id, context);
  const isReached = (files: readonly string[]) => files.some((file) => from.has(file));
  if (from.has("console/main.tsx")) return null;
  if (isReached(VIEWER)) return isReached(SIGN_IN_CALLS) ? "calls" : null;
  const pages = [...from].filter((file) => /^console\/pages\/.*Page\.tsx$/.test(file)).length;
  if (isReached(SIGN_IN)) return pages > 1 ? "sign-in" : null;
  if (isReached(SIGN_IN_CALLS)) return "calls";
  const isOfLayout = from.has("console/layout/ConsoleLayout.tsx");
  return pages >= (isOfLayout ? 1 : MANY_PAGES) ? "console" : null;
}

/** A chunk and all that it imports, with `isLater` also what it may fetch later. */
function closureOf(file: string, bundle: Rolldown.OutputBundle, isLater = false): string[] {
  const found = new Set([file]);
  for (const name of found) {
    const chunk = bundle[name];
    if (chunk?.type !== "chunk") continue;
    for (const imported of [...chunk.imports, ...(isLater ? chunk.dynamicImports : [])]) found.add(imported);
  }
  return [...found];
}

/** Stops a build in which code of one page imports the file that begins the other, which would then run in both. */
export const keepPagesApart: Plugin = {
  name: "keep-pages-apart",
  apply: "build",
  generateBundle(_options, bundle) {
    const entries = Object.values(bundle).filter((file) => file.type === "chunk" && file.isEntry);
    for (const { fileName } of entries) {
      const reached = new Set(closureOf(fileName, bundle, true));
      const other = entries.find((entry) => entry.fileName !== fileName && reached.has(entry.fileName));
      if (other !== undefined) this.error(`${fileName} imports ${other.fileName}: see sharedFile in vite-screens.ts`);
    }
  },
};

/** The screen that a file of the console is the page of: its folder is named as its path. */
const screenOf = (file: string): string | undefined =>
  /\/console\/pages\/([^/]+)\/\w+Page\.tsx$/.exec(file)?.[1] ??
  /\/console\/(layout)\/ConsoleLayout\.tsx$/.exec(file)?.[1];

/**
 * Writes into the console's page which files each screen needs, so that public/first-paint.js can have those of the one
 * asked for fetched at once, and not when the code that asks for them has arrived and run.
 */
export const preloadScreens: Plugin = {
  name: "preload-screens",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (_html, { bundle = {}, chunk, filename }) => {
      if (path.basename(filename) !== "index.html" || chunk === undefined) return [];
      const known = new Set(closureOf(chunk.fileName, bundle));
      const screens = Object.values(bundle).flatMap((file): [string, string[]][] => {
        const screen =
          file.type === "chunk" && file.facadeModuleId !== null ? screenOf(file.facadeModuleId) : undefined;
        if (screen === undefined) return [];
        return [[screen, closureOf(file.fileName, bundle).filter((name) => !known.has(name))]];
      });
      return [
        {
          tag: "script",
          attrs: { type: "application/json", id: "screens" },
          children: JSON.stringify(Object.fromEntries(screens)),
          injectTo: "head-prepend",
        },
      ];
    },
  },
};
