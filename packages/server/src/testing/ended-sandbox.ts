import type { Database } from "@terrarium/platform/db/database";
import { createSandboxStore } from "../sandboxes/store.ts";
import { newSandbox } from "./test-sandbox.ts";

/** For tests: inserts a team's ended sandbox with the maximum number of recorded actions. */
export async function insertEndedWithActions(db: Database, id: string, organizationId: string): Promise<void> {
  const store = createSandboxStore(db);
  await store.insertWithin(99, newSandbox(id, { organizationId, expiresAt: 9e12 }));
  await store.markEnded(id, "expiry", 1_000);
  const action = {
    sandboxId: id,
    actorKind: "user",
    actorId: "usr_1",
    kind: "tap",
    detail: "1, 1",
    outcome: "ok",
  } as const;
  const actions = Array.from({ length: 1_000 }, (_, at) => ({ ...action, id: `${id}_${at}`, at, durationMs: 1 }));
  await db.insertInto("deviceActions").values(actions).execute();
}
