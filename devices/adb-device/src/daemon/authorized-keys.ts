import { readFile } from "node:fs/promises";
import { parsePublicKeys, type AdbPublicKey } from "@terrarium/adb/public-key";
import type { Log } from "../ports/log.ts";

/** Reads the keys of files in adbkey.pub format. Logs and skips unreadable files. */
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
