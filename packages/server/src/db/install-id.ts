import { randomUUID } from "node:crypto";
import type { Database } from "./database.ts";

const KEY = "install-id";

/** What tells this installation from others that use the same engines: made once, for all servers on the database. */
export async function readOrCreateInstallId(db: Database): Promise<string> {
  await db
    .insertInto("settings")
    .values({ key: KEY, value: randomUUID() })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  const query = db.selectFrom("settings").select("value").where("key", "=", KEY);
  return (await query.executeTakeFirstOrThrow()).value;
}
