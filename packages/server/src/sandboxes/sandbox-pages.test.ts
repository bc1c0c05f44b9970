import type { Database } from "@terrarium/platform/db/database";
import { describeOnBothDatabases } from "@terrarium/platform/testing/both-databases";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createOrganizationStore } from "../organizations/store.ts";
import { newSandbox } from "../testing/test-sandbox.ts";
import { createSandboxStore } from "./store.ts";

/** Small, so that a few sandboxes fill several blocks. */
const BLOCK_SIZE = 3;
const TEAMS = ["org_1", "org_2"] as const;
const NO_LIMIT = 1_000;
const TIMEOUT_MS = 120_000;

type State = "starting" | "running" | "ended";

/** Random operations on the sandboxes of two teams. `nth` selects one of all created so far. */
const team = fc.constantFrom(...TEAMS);
const nth = fc.nat(40);
const step = fc.oneof(
  { weight: 30, arbitrary: fc.record({ kind: fc.constant("create" as const), team }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("run" as const), nth }) },
  { weight: 15, arbitrary: fc.record({ kind: fc.constant("end" as const), nth }) },
  { weight: 10, arbitrary: fc.record({ kind: fc.constant("delete" as const), nth }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("forget" as const), age: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("disband" as const), team }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Neither ids nor creation times follow the order of creation. */
const idOf = (made: number): string => `sbx_${(made * 7_919) % 10_007}`;
const createdAtOf = (made: number): number => made % 4;

async function makeTeam(db: Database, id: string): Promise<void> {
  await db
    .insertInto("organizations")
    .values({ id, name: id, createdAt: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function open(db: Database) {
  await db.deleteFrom("organizations").execute();
  for (const id of TEAMS) await makeTeam(db, id);
  const store = createSandboxStore(db, BLOCK_SIZE);
  const organizations = createOrganizationStore(db);
  let made = 0;
  const perform = async (now: number, action: Step): Promise<void> => {
    switch (action.kind) {
      case "create": {
        const id = idOf(made);
        await store.insertWithin(
          NO_LIMIT,
          newSandbox(id, { organizationId: action.team, createdAt: createdAtOf(made++) }),
        );
        return;
      }
      case "run":
        await store.markRunning(idOf(action.nth), {
          address: { host: "127.0.0.1", port: 5555 },
          startedAt: now,
          expiresAt: now + 1,
        });
        return;
      case "end":
        await store.markEnded(idOf(action.nth), "user", now);
        return;
      case "delete":
        await store.delete(idOf(action.nth));
        return;
      case "forget":
        await store.deleteEndedBefore(now - action.age);
        return;
      case "disband":
        await organizations.delete(action.team, "usr_1", () => {});
        await makeTeam(db, action.team);
    }
  };
  return { store, perform };
}

interface Expected {
  id: string;
  team: string;
  state: State;
  endedAt: number;
}

/** Performs the operations on a plain list, from the oldest. */
function createModel() {
  let sandboxes: Expected[] = [];
  let made = 0;
  const find = (index: number) => sandboxes.find(({ id }) => id === idOf(index));
  return {
    perform(now: number, action: Step): void {
      switch (action.kind) {
        case "create":
          sandboxes.push({ id: idOf(made++), team: action.team, state: "starting", endedAt: Infinity });
          return;
        case "run": {
          const sandbox = find(action.nth);
          if (sandbox?.state === "starting") sandbox.state = "running";
          return;
        }
        case "end": {
          const sandbox = find(action.nth);
          if (sandbox && sandbox.state !== "ended") Object.assign(sandbox, { state: "ended", endedAt: now });
          return;
        }
        case "delete":
          sandboxes = sandboxes.filter((it) => it.id !== idOf(action.nth) || it.state !== "ended");
          return;
        case "forget":
          sandboxes = sandboxes.filter(({ endedAt }) => endedAt >= now - action.age);
          return;
        case "disband":
          sandboxes = sandboxes.filter((it) => it.team !== action.team);
      }
    },
    newestFirst: (of: string) => sandboxes.filter((it) => it.team === of).toReversed(),
  };
}

describeOnBothDatabases("pages of sandboxes", (database) => {
  test("pages and counts are right after any operations", { timeout: TIMEOUT_MS }, () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 60, size: "max" }),
        fc.integer({ min: 1, max: 7 }),
        async (steps, limit) => {
          const { store, perform } = await open(database());
          const model = createModel();
          for (const [now, action] of steps.entries()) {
            await perform(now, action);
            model.perform(now, action);
          }
          for (const organizationId of TEAMS) {
            const everything = model.newestFirst(organizationId);
            const ended = everything.filter(({ state }) => state === "ended");
            const active = everything.filter(({ state }) => state !== "ended");
            const running = active.filter(({ state }) => state === "running").length;
            const counts = { active: active.length, running, ended: ended.length };
            for (const [kind, all] of [
              ["All", everything],
              ["Ended", ended],
              ["Active", active],
            ] as const) {
              for (let offset = 0; offset <= all.length + 1; offset++) {
                const page = await store.page(organizationId, kind, offset, limit);
                expect({ counts: page.counts, rows: page.rows.map(({ id, state }) => ({ id, state })) }).toEqual({
                  counts,
                  rows: all.slice(offset, offset + limit).map(({ id, state }) => ({ id, state })),
                });
              }
              const walked = (await Array.fromAsync(store.walk(organizationId, kind))).flat();
              expect(walked.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
            }
          }
        },
      ),
      { numRuns: 15 },
    ),
  );

  test("concurrent operations keep the counts exact", { timeout: TIMEOUT_MS }, () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 2, maxLength: 12, size: "max" }), { maxLength: 6 }),
        async (groups) => {
          const { store, perform } = await open(database());
          for (const [now, group] of groups.entries()) await Promise.all(group.map((action) => perform(now, action)));
          for (const organizationId of TEAMS) {
            const rows = await database()
              .selectFrom("sandboxes")
              .select("id")
              .where("organizationId", "=", organizationId)
              .orderBy("number", "desc")
              .execute();
            const { rows: listed, counts } = await store.page(organizationId, "All", 0, NO_LIMIT);
            expect({ ids: listed.map(({ id }) => id), total: counts.active + counts.ended }).toEqual({
              ids: rows.map(({ id }) => id),
              total: rows.length,
            });
          }
        },
      ),
      { numRuns: 15 },
    ),
  );
});
