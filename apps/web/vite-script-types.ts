import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";
import { GBOX_NAME, SDK_NAME } from "../../packages/contract/src/clients.ts";
import { packageTypes } from "../../packages/sdk/src/publish/package-types.ts";

const MODULE = "virtual:script-types";
/** Vite's mark of modules without a file. */
const RESOLVED = `\0${MODULE}`;
const GLOBALS = path.join(import.meta.dirname, "../../packages/sdk/src/publish/script-globals.d.ts");

/** Returns the declaration files for playground scripts, by path: the published SDK's, and the globals. */
export async function scriptTypeFiles(): Promise<Readonly<Record<string, string>>> {
  const types = await packageTypes();
  return {
    [`node_modules/${SDK_NAME}/index.d.ts`]: types["index.d.ts"],
    [`node_modules/${SDK_NAME}/calls.d.ts`]: types["calls.d.ts"],
    [`node_modules/${GBOX_NAME}/index.d.ts`]: `export * from "${SDK_NAME}";`,
    "globals.d.ts": await readFile(GLOBALS, "utf8"),
  };
}

/** Offers these files as `virtual:script-types`. */
export const scriptTypes: Plugin = {
  name: "script-types",
  resolveId: (id) => (id === MODULE ? RESOLVED : undefined),
  async load(id) {
    if (id !== RESOLVED) return undefined;
    this.addWatchFile(GLOBALS);
    return `export const SCRIPT_TYPES = ${JSON.stringify(await scriptTypeFiles())};`;
  },
};

/** Leaves the features out of Monaco's workers module: it imports all, and monaco.ts selects those that the editor has. */
export const selectedFeatures: Plugin = {
  name: "selected-features",
  transform: (code, id) =>
    /[/\\]monaco-editor[/\\].*[/\\]internal[/\\]common[/\\]workers\.js$/.test(id)
      ? { code: code.replaceAll(/^import '[^']+';$/gm, ""), map: null }
      : undefined,
};

/**
 * Leaves the declarations of browsers and workers out of TypeScript's worker, which halves its declarations.
 * Scripts have none of these globals.
 */
export const languageOnly: Plugin = {
  name: "language-only",
  async load(id) {
    if (!/[/\\]features[/\\]typescript[/\\]lib[/\\]lib\.js$/.test(id)) return undefined;
    const { libFileMap } = (await import(pathToFileURL(id).href)) as { libFileMap: Record<string, string> };
    const kept = Object.entries(libFileMap).filter(([name]) => !/^lib\.(dom|webworker|scripthost)\b/.test(name));
    return `export const libFileMap = ${JSON.stringify(Object.fromEntries(kept))};`;
  },
};
