import type { Kysely } from "kysely";

/** Adds the error message and the exit code of actions on devices. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable("deviceActions").addColumn("message", "text").execute();
  await schema.alterTable("deviceActions").addColumn("exitCode", "integer").execute();
}
