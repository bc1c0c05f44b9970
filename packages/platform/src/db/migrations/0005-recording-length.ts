import type { Kysely } from "kysely";

/** Adds the length of stored recordings. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable("storedObjects").addColumn("durationMs", "integer").execute();
}
