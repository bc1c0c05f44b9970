import { type Kysely, sql } from "kysely";

/**
 * Narrows links for using a device to the rights named in the console's dialog: see the screen, touch, click and type.
 * They also allowed the shell and the files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update box_tokens set rights = 'view input' where rights = 'drive'`.execute(db);
}
