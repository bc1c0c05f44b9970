import path from "node:path";
import type { Plugin, Rolldown } from "vite";
import type { PageDefinition } from "./src/console/parts/page-definition.ts";
import { definitionsIn, SRC } from "./vite-folders.ts";

/** Entry files of the sign-in and the viewer. Paths are relative to `src`. */
const SIGN_IN = ["console/main.tsx", "console/pages/login/LoginPage.tsx", "console/pages/register/RegisterPage.tsx"];
const SIGN_IN_CALLS = ["api/auth.ts", "api/sign-in-error.ts"];
const VIEWER = [
  "viewer/main.tsx",
  "viewer/files/FilesView.tsx",
  "viewer/screen/DeviceMenu.tsx",
  "viewer/shell/ShellView.tsx",
];

/** Code used by at least this many of the console's pages is loaded with each of them. */
const MANY_PAGES = 5;

/** Packages imported through a single file, which connects all screens with all of their parts. */
const THROUGH_ONE_FILE = /\/node_modules\/(@?radix-ui|lucide-react)\//;

/**
 * Returns the files that import a module, directly or indirectly, and the module itself, as paths relative to `src`.
 * Leaves out imports through the packages of THROUGH_ONE_FILE.
 */
function reachedFrom(id: string, context: Rolldown.ChunkingContext): Set<string> {
  const found = new Set([id]);
  for (const module of found)
    if (!THROUGH_ONE_FILE.test(module))
      for (const importer of context.getModuleInfo(module)?.importers ?? []) found.add(importer);
  return new Set([...found].map((file) => path.relative(SRC, file)));
}

/**
 * Returns the name of the file for a module: code that the console and the viewer start with, code that the sign-in
 * shares with other screens, code that it calls, and other code shared by the console's pages. By default, the bundler
 * splits the first screen into sixty files, which take a browser longer to request than to download.
 */
export function sharedFile(id: string, context: Rolldown.ChunkingContext): string | null {
  // The bundler alone knows which of their parts a screen uses.
  if (THROUGH_ONE_FILE.test(id)) return null;
  const from = reachedFrom(id, context);
  const isReached = (files: readonly string[]) => files.some((file) => from.has(file));
  if (from.has("console/main.tsx")) return from.has("viewer/main.tsx") ? "react" : null;
  // Every screen can load the texts of a language.
  const isOfTexts = [...from].some((file) => /^language\/\w+\/texts\.ts$/.test(file));
  if (isOfTexts || isReached(VIEWER)) return isReached(SIGN_IN_CALLS) ? "calls" : null;
  const pages = [...from].filter((file) => /^console\/pages\/.*Page\.tsx$/.test(file)).length;
  if (isReached(SIGN_IN)) return pages > 1 ? "sign-in" : null;
  if (isReached(SIGN_IN_CALLS)) return "calls";
  const isOfLayout = from.has("console/layout/ConsoleLayout.tsx");
  return pages >= (isOfLayout ? 1 : MANY_PAGES) ? "console" : null;
}

/** Returns a chunk and all its imports. With `isLater`, includes dynamic imports. */
function closureOf(file: string, bundle: Rolldown.OutputBundle, isLater = false): string[] {
  const found = new Set([file]);
  for (const name of found) {
    const chunk = bundle[name];
    if (chunk?.type !== "chunk") continue;
    for (const imported of [...chunk.imports, ...(isLater ? chunk.dynamicImports : [])]) found.add(imported);
  }
  return [...found];
}

/** Fails a build in which code of one page imports the entry file of the other, which would then run in both. */
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

/** Returns the folder of a page's or the layout's component. */
const folderOf = (file: string): string | undefined =>
  /\/console\/pages\/([^/]+)\/\w+Page\.tsx$/.exec(file)?.[1] ??
  /\/console\/(layout)\/ConsoleLayout\.tsx$/.exec(file)?.[1];

/** Returns the regular expression of a path's pattern. The router ignores trailing slashes. */
const expressionOf = (pattern: string): string => `^${pattern.replaceAll(/:\w+/g, "[^/]+").replace("*", ".*")}/*$`;

/**
 * Writes paths, access and files of each page into the console's page, so that public/first-paint.js can preload the
 * files of the requested page before the code that imports them has run.
 */
export const preloadScreens: Plugin = {
  name: "preload-screens",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: async (_html, { bundle = {}, chunk, filename }) => {
      if (path.basename(filename) !== "index.html" || chunk === undefined) return [];
      const known = new Set(closureOf(chunk.fileName, bundle));
      const files = new Map<string | undefined, string[]>();
      for (const file of Object.values(bundle))
        if (file.type === "chunk" && file.facadeModuleId !== null)
          files.set(
            folderOf(file.facadeModuleId),
            closureOf(file.fileName, bundle).filter((name) => !known.has(name)),
          );
      const pages = await definitionsIn<PageDefinition>("console/pages/*/page.ts", "page");
      const filesOf = (folder: string): string[] => {
        const found = files.get(folder);
        if (found === undefined) throw new Error(`console/pages/${folder} has no file with a name like HelloPage.tsx`);
        return found;
      };
      const screens = [...pages].map(([folder, { paths, access }]) => ({
        path: paths.map(expressionOf).join("|"),
        access,
        files: filesOf(folder),
      }));
      return [
        {
          tag: "script",
          attrs: { type: "application/json", id: "screens" },
          // The expression of the page for all other paths comes last.
          children: JSON.stringify({
            layout: filesOf("layout"),
            pages: screens.toSorted(
              (one, other) => Number(one.path.includes(".*")) - Number(other.path.includes(".*")),
            ),
          }),
          injectTo: "head-prepend",
        },
      ];
    },
  },
};
