import type { Selectable } from "kysely";
import type { Database } from "../db/database.ts";
import type { Schema } from "../db/schema.ts";

export type NewDeviceAction = Selectable<Schema["deviceActions"]>;
type DeviceActionRecord = Omit<NewDeviceAction, "actorId" | "sandboxId"> & { actorName: string | null };

export interface DeviceActionStore {
  /** Adds those whose sandbox is still known. */
  insert(actions: readonly NewDeviceAction[]): Promise<void>;
  /** Newest first. */
  newest(sandboxId: string, limit: number): Promise<DeviceActionRecord[]>;
  /** Removes all but the newest of a sandbox. */
  trim(sandboxId: string, kept: number): Promise<void>;
}

export function createDeviceActionStore(db: Database): DeviceActionStore {
  return {
    async insert(actions) {
      await db.transaction().execute(async (trx) => {
        const ids = [...new Set(actions.map(({ sandboxId }) => sandboxId))];
        const known = await trx.selectFrom("sandboxes").select("id").where("id", "in", ids).execute();
        const knownIds = new Set(known.map(({ id }) => id));
        const rows = actions.filter(({ sandboxId }) => knownIds.has(sandboxId));
        if (rows.length > 0) await trx.insertInto("deviceActions").values(rows).execute();
      });
    },

    newest: (sandboxId, limit) =>
      db
        .selectFrom("deviceActions")
        .select(["id", "at", "actorKind", "kind", "detail", "durationMs", "outcome"])
        // Looked up, so that the name of a user who left the product is nowhere kept.
        .select((eb) =>
          eb.fn
            .coalesce(
              eb.selectFrom("users").select("users.name").whereRef("users.id", "=", "deviceActions.actorId"),
              eb.selectFrom("apiKeys").select("apiKeys.name").whereRef("apiKeys.id", "=", "deviceActions.actorId"),
            )
            .as("actorName"),
        )
        .where("sandboxId", "=", sandboxId)
        .orderBy("at", "desc")
        .orderBy("id", "desc")
        .limit(limit)
        .execute(),

    async trim(sandboxId, kept) {
      const last = await db
        .selectFrom("deviceActions")
        .select("at")
        .where("sandboxId", "=", sandboxId)
        .orderBy("at", "desc")
        .orderBy("id", "desc")
        .offset(kept)
        .limit(1)
        .executeTakeFirst();
      if (last !== undefined)
        await db.deleteFrom("deviceActions").where("sandboxId", "=", sandboxId).where("at", "<=", last.at).execute();
    },
  };
}
