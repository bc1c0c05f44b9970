import { createPrivateKey } from "node:crypto";
import type { Database } from "../../db/database.ts";
import { type AdbKey, generateAdbKey, publicKeyLine } from "../../devices/adb-key.ts";
import type { SecretBox } from "../../secrets/secret-box.ts";

const SETTING = "adb-fleet-key";

/**
 * The one key of this installation that attached phones are asked to let in: somebody presses "Allow" on each once. It is
 * made once, for all servers on the database, and kept sealed.
 */
export async function readOrCreateFleetKey(db: Database, box: SecretBox): Promise<AdbKey> {
  const { privateKeyPem } = await generateAdbKey();
  await db
    .insertInto("settings")
    .values({ key: SETTING, value: box.seal(privateKeyPem, SETTING) })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  const { value } = await db
    .selectFrom("settings")
    .select("value")
    .where("key", "=", SETTING)
    .executeTakeFirstOrThrow();
  const kept = box.open(value, SETTING);
  return { privateKeyPem: kept, authorizedKey: publicKeyLine(createPrivateKey(kept)) };
}
