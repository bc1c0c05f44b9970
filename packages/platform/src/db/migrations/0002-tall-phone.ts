import type { Kysely } from "kysely";

interface Tables {
  templates: { id: string; heightPx: number };
}

/** Gives the default template of an existing installation its new screen; a size of the operator's own stays. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db
    .updateTable("templates")
    .set({ heightPx: 1600 })
    .where("id", "=", "tpl_phone")
    .where("heightPx", "=", 1280)
    .execute();
}
