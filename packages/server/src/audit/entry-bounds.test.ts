import { AUDIT_KEPT_AN_HOUR } from "@terrarium/contract/audit";
import type { Caller } from "@terrarium/platform/base/caller";
import { describe, expect, test } from "vitest";
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

/** Creates bounds in one hour for all keys, from time 0. */
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
  /** Makes this many calls. Returns their entries, each with its count of further calls. */
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

test.each(WHO)("keeps this many entries of %s per hour and counts the rest", async (who, caller) => {
  const { time, call, more } = start();
  const { done } = AUDIT_KEPT_AN_HOUR[who];
  const kept = await call(done + 5_000, caller);
  expect(kept).toHaveLength(done + 1);
  expect(more(kept.at(-1))).toBe(4_999);
  expect(kept.slice(0, -1).every((id) => more(id) === 0)).toBe(true);
  time.now = HOUR_MS;
  expect(await call(done, caller)).toHaveLength(done);
});

test("refused calls do not use up the limit of successful ones", async () => {
  const { call } = start();
  expect(await call(1_000, ada, { outcome: "sandbox_limit" })).toHaveLength(AUDIT_KEPT_AN_HOUR.people.refused + 1);
  // Independent of the error codes.
  expect(await call(1_000, ada, { outcome: "role_required" })).toHaveLength(0);
  expect(await call(AUDIT_KEPT_AN_HOUR.people.done, ada)).toHaveLength(AUDIT_KEPT_AN_HOUR.people.done);
});

test("limits people, each program and each link separately", async () => {
  const { call } = start();
  await call(2_000, keyOf("key_1"));
  await call(2_000, link);
  expect(await call(10, ada)).toHaveLength(10);
  expect(await call(10, keyOf("key_2", "usr_bob"))).toHaveLength(10);
});

describe("beyond the limit", () => {
  test("each call, key and network still gets an entry", async () => {
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

  test("limits these entries too and counts the rest by team", async () => {
    const { call } = start();
    await call(AUDIT_KEPT_AN_HOUR.programs.done, keyOf("key_0"));
    let kept = 0;
    for (let n = 0; n < 1_000; n += 1)
      kept += (await call(1, keyOf(`key_${n}`), { ip: `203.0.${n >> 8}.${n & 255}` })).length;
    expect(kept).toBe(1 + AUDIT_KEPT_AN_HOUR.apart);
    // Another team does not see this count.
    expect(await call(3, keyOf("key_of_other"), { organizationId: "org_2" })).toHaveLength(1);
  });
});

test("keeps successful calls of unknown callers, such as sign-ins", async () => {
  const { call } = start();
  expect(await call(2_000, undefined, { action: "githubCallback" })).toHaveLength(2_000);
});
