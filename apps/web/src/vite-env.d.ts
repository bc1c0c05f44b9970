/// <reference types="vite/client" />

declare module "virtual:script-types" {
  /** Texts of the declaration files for playground scripts, by path. `vite-script-types.ts` reads them. */
  export const SCRIPT_TYPES: Readonly<Record<string, string>>;
}
