import type { Database } from "@terrarium/platform/db/database";

/** A row of the table `keepsakes`: saved data of a sandbox. Both are base64; the log is compressed. */
interface LastState {
  sandboxId: string;
  frame: string | null;
  log: string | null;
}

/** Number of a team's newest frames and logs to keep. */
type KeptPerTeam = Readonly<Record<"frame" | "log", number>>;

export interface LastStateStore {
  /** Saves it unless the sandbox is deleted. Keeps only each team's newest frames and logs. */
  save(keepsake: LastState, now: number, keptPerTeam: KeptPerTeam): Promise<void>;
  frame(sandboxId: string): Promise<string | undefined>;
  log(sandboxId: string): Promise<string | undefined>;
}

export function createLastStateStore(db: Database): LastStateStore {
  async function dropOldest(organizationId: string, what: keyof KeptPerTeam, most: number): Promise<void> {
    const surplus = await db
      .selectFrom("keepsakes")
      .select("sandboxId")
      .where("organizationId", "=", organizationId)
      .where(what, "is not", null)
      .orderBy("keptAt", "desc")
      .orderBy("sandboxId", "desc")
      .offset(most)
      .limit(most)
      .execute();
    if (surplus.length === 0) return;
    const ids = surplus.map((row) => row.sandboxId);
    await db
      .updateTable("keepsakes")
      .set({ [what]: null })
      .where("sandboxId", "in", ids)
      .execute();
  }

  return {
    async save({ sandboxId, frame, log }, now, keptPerTeam) {
      const sandboxes = db.selectFrom("sandboxes").select("organizationId").where("id", "=", sandboxId);
      const { organizationId } = (await sandboxes.executeTakeFirst()) ?? {};
      if (organizationId === undefined) return;
      await db
        .insertInto("keepsakes")
        .values({ sandboxId, organizationId, keptAt: now, frame, log })
        // A restarted sandbox has newer data than at its stop.
        .onConflict((conflict) =>
          conflict.column("sandboxId").doUpdateSet((eb) => ({
            keptAt: now,
            frame: eb.fn.coalesce("excluded.frame", "keepsakes.frame"),
            log: eb.fn.coalesce("excluded.log", "keepsakes.log"),
          })),
        )
        .execute();
      if (frame !== null) await dropOldest(organizationId, "frame", keptPerTeam.frame);
      if (log !== null) await dropOldest(organizationId, "log", keptPerTeam.log);
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
