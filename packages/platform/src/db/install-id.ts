import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { ConfigError } from "../base/config-error.ts";
import type { Database } from "./database.ts";
import { readOrMakeSetting } from "./kept-setting.ts";
import { DatabaseUnavailableError } from "./unavailable.ts";

const KEY = "install-id";
/** Key of the database for which the id was created. */
const PLACE = "install-id.place";
const IS_COPY =
  `DATABASE_URL leads to a copy of another database, whose devices it would take for its own: if that one is gone and this one takes its place, run "delete from settings where key = '${PLACE}'" in this one; ` +
  `if that one goes on, run "delete from settings where key in ('${KEY}', '${PLACE}')" in this one, which then starts containers and Pods of its own, and give it phones of its own`;

/**
 * Returns the id that distinguishes this installation from others on the same engines. It is created once for all
 * servers on the database. Throws ConfigError if the database is a restored copy: its servers would remove devices that
 * the original's servers have started since.
 */
export async function readOrCreateInstallId(db: Database): Promise<string> {
  const id = await readOrMakeSetting(db, KEY, randomUUID);
  const place = await placeOf(db);
  if (place !== undefined && (await readOrMakeSetting(db, PLACE, () => place)) !== place)
    throw new ConfigError(IS_COPY);
  return id;
}

/**
 * Returns an identifier of the cluster and database. A file copy of a whole cluster has the same identifier; SQLite has
 * none.
 */
async function placeOf(db: Database): Promise<string | undefined> {
  const query = sql<{ place: string }>`
    select system_identifier || '/' || pg_database.oid as place
    from pg_control_system(), pg_database where datname = current_database()`;
  const result = await query.execute(db).catch((error: unknown) => {
    if (error instanceof DatabaseUnavailableError) throw error;
    // PostgreSQL-compatible databases may lack it, or reveal it only to administrators.
    return undefined;
  });
  return result?.rows[0]?.place;
}
