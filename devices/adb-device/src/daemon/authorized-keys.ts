import { readFile } from "node:fs/promises";
import { parsePublicKeys, type AdbPublicKey } from "@terrarium/adb/public-key";
import type { Log } from "../ports/log.ts";

/** The keys in files of the format of adbkey.pub. What cannot be read is logged and left out. */
export async function readAuthorizedKeys(files: readonly string[], log: Log): Promise<AdbPublicKey[]> {
  const all: AdbPublicKey[] = [];
  for (const file of files) {
    try {
      const { keys, errors } = parsePublicKeys(await readFile(file, "utf8"));
      all.push(...keys);
      for (const error of errors) log("skipped an authorized key", { file, error });
    } catch (error) {
      log("cannot read authorized keys", { file, error: String(error) });
    }
  }
  return all;
}
