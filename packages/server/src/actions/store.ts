import { OUTCOME_OK } from "@terrarium/contract/outcome";
import type { DeviceActionStore, NewDeviceAction } from "@terrarium/device-control/action-log/service";
import { toTimestamp } from "@terrarium/platform/base/timestamp";
import type { Database } from "@terrarium/platform/db/database";
import { eventBox } from "../sandboxes/events.ts";
import { readPairs } from "../sandboxes/rows.ts";
import { type BoxEvent, queueEvents } from "../webhooks/queue.ts";

export function createDeviceActionStore(db: Database): DeviceActionStore {
  return {
    add: (sandboxId, actions, kept, now) =>
      db.transaction().execute(async (trx) => {
        const sandbox = await trx
          .selectFrom("sandboxes")
          .select(["id", "organizationId", "name", "templateId", "metadata"])
          .where("id", "=", sandboxId)
          .executeTakeFirst();
        if (!sandbox) return;
        const box = { ...sandbox, metadata: readPairs(sandbox.metadata) };
        await trx.insertInto("deviceActions").values(actions).execute();
        // A rejected request is no action.
        const failed = actions.filter(({ kind, outcome }) => outcome !== OUTCOME_OK && kind !== "refused");
        await queueEvents(
          trx,
          box.organizationId,
          failed.map((action) => failedEvent(box, action)),
          now,
        );
        await trim(trx, sandboxId, kept);
      }),

    newest: (sandboxId, limit) =>
      db
        .selectFrom("deviceActions")
        .select(["id", "at", "actorKind", "kind", "detail", "durationMs", "outcome", "message", "exitCode"])
        // Looked up, so that a deleted user's name is stored nowhere.
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
  };
}

const failedEvent = (
  box: Parameters<typeof eventBox>[0],
  { at, id, kind, detail, outcome }: NewDeviceAction,
): BoxEvent => ({
  type: "box.action_failed",
  timestamp: toTimestamp(at),
  data: { box: eventBox(box), action: { id, kind, detail, outcome } },
});

/** Removes all actions of a sandbox except the newest. */
async function trim(trx: Database, sandboxId: string, kept: number): Promise<void> {
  const last = await trx
    .selectFrom("deviceActions")
    .select(["at", "id"])
    .where("sandboxId", "=", sandboxId)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .offset(kept)
    .limit(1)
    .executeTakeFirst();
  if (last === undefined) return;
  await trx
    .deleteFrom("deviceActions")
    .where("sandboxId", "=", sandboxId)
    .where((eb) => eb.or([eb("at", "<", last.at), eb.and([eb("at", "=", last.at), eb("id", "<=", last.id)])]))
    .execute();
}
