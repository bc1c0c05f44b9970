import type { Database } from "../db/database.ts";
import { readOrMakeSetting } from "../db/kept-setting.ts";
import type { SecretBox } from "./secret-box.ts";

const KEY = "secret-check";

/** Verifies that this database's columns were sealed with the secret. Throws otherwise. */
export async function verifySecret(db: Database, box: SecretBox): Promise<void> {
  const value = await readOrMakeSetting(db, KEY, () => box.seal(KEY, KEY));
  try {
    box.open(value, KEY);
  } catch (error) {
    throw new WrongSecretError(
      "TERRARIUM_SECRET (or the file `secret` in TERRARIUM_DATA_DIR) is not the one this database was made with; restore it. Servers that share a database need TERRARIUM_SECRET, the same on all: of one that ran alone before, what stands in that file",
      {
        cause: error,
      },
    );
  }
}

export class WrongSecretError extends Error {
  override readonly name = "WrongSecretError";
}
