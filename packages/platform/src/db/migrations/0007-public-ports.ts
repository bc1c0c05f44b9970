import type { Kysely } from "kysely";
import { notNull, partOf } from "./0001-schema/columns.ts";

/** Records the ports of sandboxes that anybody may reach. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("publicPorts")
    .addColumn("sandboxId", "text", partOf("sandboxes.id"))
    .addColumn("port", "integer", notNull)
    .addColumn("createdAt", "bigint", notNull)
    .addPrimaryKeyConstraint("publicPortsPkey", ["sandboxId", "port"])
    .execute();
}
