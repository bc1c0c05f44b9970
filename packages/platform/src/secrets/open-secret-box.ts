import type { Database } from "../db/database.ts";
import { readOrMakeSetting } from "../db/kept-setting.ts";
import { createSecretBox, firstFingerprintKey, openOrEmpty, type SecretBox } from "./secret-box.ts";

const CHECK = "secret-check";
const FINGERPRINTS = "fingerprint-key";

/** The secret of a server, and those that it still accepts. */
export interface Secrets {
  secret: string;
  previous: readonly string[];
}

/** Keys of the settings that this module seals. Each is also the owner of its text. */
export const SEALED_SETTINGS: readonly string[] = [CHECK, FINGERPRINTS];

/**
 * Opens the secret box of a database. The key of fingerprints stays when the secret changes, because the texts behind
 * stored fingerprints are unknown. Throws WrongSecretError if none of the secrets is one of this database.
 */
export async function openSecretBox(db: Database, { secret, previous }: Secrets): Promise<SecretBox> {
  const box = createSecretBox(secret, previous);
  const check = await readOrMakeSetting(db, CHECK, () => box.seal(CHECK, CHECK));
  const maker = [secret, ...previous].find((each) => openOrEmpty(createSecretBox(each), check, CHECK) === CHECK);
  if (maker === undefined) throw new WrongSecretError();
  const key = await readOrMakeSetting(db, FINGERPRINTS, () =>
    box.seal(firstFingerprintKey(maker).toString("base64url"), FINGERPRINTS),
  );
  return createSecretBox(secret, previous, Buffer.from(box.open(key, FINGERPRINTS), "base64url"));
}

export class WrongSecretError extends Error {
  override readonly name = "WrongSecretError";

  constructor() {
    super(
      "TERRARIUM_SECRET (or the file `secret` in TERRARIUM_DATA_DIR) is not the one this database was made with; restore it, or list the earlier secret in TERRARIUM_SECRET_PREVIOUS. Servers that share a database need TERRARIUM_SECRET, the same on all: of one that ran alone before, what stands in that file",
    );
  }
}
