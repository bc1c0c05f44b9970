import { readFile } from "node:fs/promises";
import { typesOfCalls } from "./types.ts";

/** Returns the declaration files of the published package, by name. */
export async function packageTypes(): Promise<Readonly<Record<"index.d.ts" | "calls.d.ts", string>>> {
  return {
    "index.d.ts": await readFile(new URL("sdk.d.ts", import.meta.url), "utf8"),
    "calls.d.ts": await typesOfCalls("./index.d.ts"),
  };
}
