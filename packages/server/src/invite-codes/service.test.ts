import type { SessionCaller } from "@terrarium/platform/base/caller";
import type { Database } from "@terrarium/platform/db/database";
import { describeOnBothDatabases } from "@terrarium/platform/testing/both-databases";
import { insertUsers } from "@terrarium/platform/testing/test-users";
import { expect, test } from "vitest";
import { isHost } from "./alpha-host.ts";
import { createInviteCodeService } from "./service.ts";
import { createInviteCodeStore } from "./store.ts";

const DAY_MS = 24 * 60 * 60_000;
const caller = (userId: string): SessionCaller => ({ kind: "session", userId, sessionId: `ses_${userId}` });

async function openService(database: Database, users: readonly string[]) {
  await insertUsers(database, users);
  const time = { now: 1_763_717_667_000 };
  return { time, codes: createInviteCodeService(createInviteCodeStore(database), () => time.now) };
}

describeOnBothDatabases("invite codes", (database) => {
  test("one of concurrent users gets a single-use code", async () => {
    const users = ["1", "2", "3", "4", "5"];
    const { codes } = await openService(database(), users);
    const { code } = await codes.create({ uses: 1, expiresInMs: undefined });
    const results = await Promise.allSettled(users.map((id) => codes.redeem(caller(id), code)));
    const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason.code] : []));
    expect(refused).toEqual(Array(4).fill("invite_code_used"));
    const verified = await Promise.allSettled(users.map((id) => codes.requireRedeemed(id)));
    expect(verified.map(({ status }) => status)).toEqual(results.map(({ status }) => status));
  });

  test("a user with a redeemed code uses up no other", async () => {
    const { codes } = await openService(database(), ["1", "2"]);
    const { code } = await codes.create({ uses: 2, expiresInMs: undefined });
    await Promise.all(Array.from({ length: 5 }, () => codes.redeem(caller("1"), code)));
    await codes.redeem(caller("1"), "nonsense");
    await codes.redeem(caller("2"), code);
    const rows = await database().selectFrom("inviteCodes").select("usesLeft").execute();
    expect(rows).toEqual([{ usesLeft: 0 }]);
  });

  test("accepts codes as typed and rejects others with the reason", async () => {
    const { codes, time } = await openService(database(), ["1", "2"]);
    const { code } = await codes.create({ uses: 1, expiresInMs: DAY_MS });
    for (const typed of ["", "nonsense", code.slice(0, -1)])
      await expect(codes.redeem(caller("1"), typed)).rejects.toMatchObject({ code: "invite_code_unknown" });
    await expect(codes.requireRedeemed("1")).rejects.toMatchObject({ code: "invite_required" });
    await expect(codes.redeem(caller("gone"), code)).rejects.toMatchObject({ code: "unauthorized" });
    await codes.redeem(caller("1"), ` ${code.toLowerCase().replaceAll("-", "")} `);
    await codes.requireRedeemed("1");

    const { code: brief } = await codes.create({ uses: 1, expiresInMs: DAY_MS });
    time.now += DAY_MS;
    await expect(codes.redeem(caller("2"), brief)).rejects.toMatchObject({ code: "invite_code_expired" });
  });
});

test.each([
  ["alpha.example", "alpha.example", true],
  ["Alpha.Example:8443", "alpha.example", true],
  ["alpha.example:8443", "alpha.example:8443", true],
  ["alpha.example:8444", "alpha.example:8443", false],
  ["alpha.example.org", "alpha.example", false],
  ["[::1]:3000", "[::1]", true],
])("requested as %s, matches the alpha host %s: %s", (host, wanted, expected) => {
  expect(isHost(host, wanted)).toBe(expected);
});
