import type { Database } from "../db/database.ts";

/** What is kept of a sandbox; both in base64, the log compressed. */
interface Keepsake {
  sandboxId: string;
  frame: string | null;
  log: string | null;
}

export interface KeepsakeStore {
  /** Keeps it unless the sandbox is gone, and of each team no more than the newest frames. */
  save(keepsake: Keepsake, now: number, framesPerTeam: number): Promise<void>;
  frame(sandboxId: string): Promise<string | undefined>;
  log(sandboxId: string): Promise<string | undefined>;
}

export function createKeepsakeStore(db: Database): KeepsakeStore {
  return {
    async save({ sandboxId, frame, log }, now, framesPerTeam) {
      const sandboxes = db.selectFrom("sandboxes").select("organizationId").where("id", "=", sandboxId);
      const { organizationId } = (await sandboxes.executeTakeFirst()) ?? {};
      if (organizationId === undefined) return;
      await db
        .insertInto("keepsakes")
        .values({ sandboxId, organizationId, keptAt: now, frame, log })
        // One that was stopped and started shows more than it did then.
        .onConflict((conflict) =>
          conflict.column("sandboxId").doUpdateSet((eb) => ({
            keptAt: now,
            frame: eb.fn.coalesce("excluded.frame", "keepsakes.frame"),
            log: eb.fn.coalesce("excluded.log", "keepsakes.log"),
          })),
        )
        .execute();
      if (frame === null) return;
      const framed = () =>
        db
          .selectFrom("keepsakes")
          .select("sandboxId")
          .where("organizationId", "=", organizationId)
          .where("frame", "is not", null)
          .orderBy("keptAt", "desc")
          .orderBy("sandboxId", "desc");
      const surplus = await framed().offset(framesPerTeam).limit(framesPerTeam).execute();
      if (surplus.length === 0) return;
      const ids = surplus.map((row) => row.sandboxId);
      await db.updateTable("keepsakes").set({ frame: null }).where("sandboxId", "in", ids).execute();
    },

    async frame(sandboxId) {
      const query = db.selectFrom("keepsakes").select("frame").where("sandboxId", "=", sandboxId);
      return (await query.executeTakeFirst())?.frame ?? undefined;
    },

    async log(sandboxId) {
      const query = db.selectFrom("keepsakes").select("log").where("sandboxId", "=", sandboxId);
      return (await query.executeTakeFirst())?.log ?? undefined;
    },
  };
}
