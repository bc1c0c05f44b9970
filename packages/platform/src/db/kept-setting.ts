import type { Database } from "./database.ts";

/**
 * Returns the setting of a key. It is created once for all servers on the database. Rejects with the error of `make`.
 */
export async function readOrMakeSetting(
  db: Database,
  key: string,
  make: () => string | Promise<string>,
): Promise<string> {
  const query = db.selectFrom("settings").select("value").where("key", "=", key);
  const found = await query.executeTakeFirst();
  if (found) return found.value;
  await db
    .insertInto("settings")
    .values({ key, value: await make() })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  // Another server may have created it meanwhile.
  return (await query.executeTakeFirstOrThrow()).value;
}
