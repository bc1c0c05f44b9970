import type { Database } from "@terrarium/platform/db/database";
import type { Schema } from "@terrarium/platform/db/schema";

export type TemplateRecord = Schema["templates"];

export interface TemplateStore {
  /** In order of creation. */
  list(): Promise<TemplateRecord[]>;
  find(id: string): Promise<TemplateRecord | undefined>;
  /** Inserts those that do not exist yet. */
  insertMissing(templates: readonly TemplateRecord[]): Promise<void>;
}

export function createTemplateStore(db: Database): TemplateStore {
  return {
    list: () => db.selectFrom("templates").selectAll().orderBy("createdAt").orderBy("id").execute(),
    find: (id) => db.selectFrom("templates").selectAll().where("id", "=", id).executeTakeFirst(),
    async insertMissing(templates) {
      await db
        .insertInto("templates")
        .values([...templates])
        .onConflict((conflict) => conflict.column("id").doNothing())
        .execute();
    },
  };
}
