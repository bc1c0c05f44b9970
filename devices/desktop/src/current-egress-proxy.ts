import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { parseProxyFile, type StandbyOptions } from "./main-options.ts";
import type { EgressProxy } from "./network/egress-proxy.ts";

/**
 * Returns the current egress proxy, or undefined if there is none. Throws an Error of one line if the file is invalid.
 */
export async function currentEgressProxy({
  egressProxy,
  egressProxyFile: file,
}: Pick<StandbyOptions, "egressProxy" | "egressProxyFile">): Promise<EgressProxy | undefined> {
  return file === undefined || !existsSync(file) ? egressProxy : parseProxyFile(await readFile(file, "utf8"));
}
