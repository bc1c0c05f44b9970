import { AUDIT_KEPT_AN_HOUR } from "@terrarium/contract/audit";
import { describe, expect, test } from "vitest";
import type { Caller } from "../base/caller.ts";
import { createEntryBounds } from "./entry-bounds.ts";

const HOUR_MS = 60 * 60_000;
const ada: Caller = { kind: "session", userId: "usr_ada", sessionId: "ses_1" };
const keyOf = (apiKeyId: string, createdBy = "usr_ada"): Caller => ({
  kind: "api-key",
  apiKeyId,
  organizationId: "org_1",
  scope: "manage",
  createdBy,
});
const link: Caller = {
  kind: "box-token",
  boxTokenId: "bxt_1",
  sandboxId: "sbx_1",
  organizationId: "org_1",
  rights: ["shell"],
  madeBy: { actorKind: "user", actorId: "usr_ada" },
  createdBy: "usr_ada",
};

/** One hour for all keys, from 0 on. */
function start() {
  const time = { now: 0 };
  const taken = new Map<string, number>();
  const allowance = {
    async take(key: string, most: number) {
      const hour = `${key} ${Math.floor(time.now / HOUR_MS)}`;
      const count = (taken.get(hour) ?? 0) + 1;
      taken.set(hour, count);
      return count > most ? HOUR_MS - (time.now % HOUR_MS) : 0;
    },
  };
  const bounds = createEntryBounds(allowance, () => time.now);
  const more = new Map<string, number>();
  let made = 0;
  /** The entries that so many calls leave, and how many more are counted on each. */
  async function call(times: number, caller: Caller | undefined, about: Partial<typeof DEFAULTS> = {}) {
    const kept: string[] = [];
    for (let n = 0; n < times; n += 1) {
      const id = `aud_${(made += 1)}`;
      const insert = async () => {
        kept.push(id);
        more.set(id, 0);
      };
      const count = async (on: string) => void more.set(on, (more.get(on) ?? Number.NaN) + 1);
      await bounds.keep({ ...DEFAULTS, ...about, id, caller }, insert, count);
    }
    return kept;
  }
  return { time, call, more: (id = "") => more.get(id) };
}
const DEFAULTS = { organizationId: "org_1", action: "createBox", outcome: "ok", ip: "192.0.2.1" };

const WHO = [
  ["people", ada],
  ["programs", keyOf("key_1")],
  ["links", link],
] as const;

test.each(WHO)(
  "of %s so many entries an hour are kept one by one; the rest is counted on one more",
  async (who, caller) => {
    const { time, call, more } = start();
    const { done } = AUDIT_KEPT_AN_HOUR[who];
    const kept = await call(done + 5_000, caller);
    expect(kept).toHaveLength(done + 1);
    expect(more(kept.at(-1))).toBe(4_999);
    expect(kept.slice(0, -1).every((id) => more(id) === 0)).toBe(true);
    time.now = HOUR_MS;
    expect(await call(done, caller)).toHaveLength(done);
  },
);

test("what is refused uses up nothing of what is done", async () => {
  const { call } = start();
  expect(await call(1_000, ada, { outcome: "sandbox_limit" })).toHaveLength(AUDIT_KEPT_AN_HOUR.people.refused + 1);
  // Whatever the codes are.
  expect(await call(1_000, ada, { outcome: "role_required" })).toHaveLength(0);
  expect(await call(AUDIT_KEPT_AN_HOUR.people.done, ada)).toHaveLength(AUDIT_KEPT_AN_HOUR.people.done);
});

test("a program uses up nothing of a person's, nor of the programs of others, nor who has a link", async () => {
  const { call } = start();
  await call(2_000, keyOf("key_1"));
  await call(2_000, link);
  expect(await call(10, ada)).toHaveLength(10);
  expect(await call(10, keyOf("key_2", "usr_bob"))).toHaveLength(10);
});

describe("beyond that", () => {
  test("each call, each key and each network has an entry all the same", async () => {
    const { call, more } = start();
    const flooded = await call(2_000, keyOf("key_1"));
    const others = [
      ...(await call(3, keyOf("key_1"), { action: "deleteWebhook" })),
      ...(await call(3, keyOf("key_2"))),
      ...(await call(3, keyOf("key_1"), { ip: "203.0.113.9" })),
    ];
    expect(others.map(more)).toEqual([2, 2, 2]);
    expect(more(flooded.at(-1))).toBe(2_000 - AUDIT_KEPT_AN_HOUR.programs.done - 1);
  });

  test("with very many keys and networks there are so many of these, and what is more is counted in the same team", async () => {
    const { call } = start();
    await call(AUDIT_KEPT_AN_HOUR.programs.done, keyOf("key_0"));
    let kept = 0;
    for (let n = 0; n < 1_000; n += 1)
      kept += (await call(1, keyOf(`key_${n}`), { ip: `203.0.${n >> 8}.${n & 255}` })).length;
    expect(kept).toBe(1 + AUDIT_KEPT_AN_HOUR.apart);
    // Another team learns nothing of it.
    expect(await call(3, keyOf("key_of_other"), { organizationId: "org_2" })).toHaveLength(1);
  });
});

test("what nobody known did is kept, as sign-ins are", async () => {
  const { call } = start();
  expect(await call(2_000, undefined, { action: "githubCallback" })).toHaveLength(2_000);
});
