import { type Kysely, sql } from "kysely";

/**
 * Narrows links that were made to use a device to what the console's dialog said: see the screen, touch, click and type.
 * They also opened the shell and the files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update box_tokens set rights = 'view input' where rights = 'drive'`.execute(db);
}
