import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { parseGateFile, type StandbyOptions } from "./main-options.ts";
import type { EgressGate } from "./network/egress-gate.ts";

/**
 * Returns the current egress gate, or undefined if there is none. Throws an Error of one line if the file is invalid.
 */
export async function findGate({
  egressGate,
  egressGateFile: file,
}: Pick<StandbyOptions, "egressGate" | "egressGateFile">): Promise<EgressGate | undefined> {
  return file === undefined || !existsSync(file) ? egressGate : parseGateFile(await readFile(file, "utf8"));
}
