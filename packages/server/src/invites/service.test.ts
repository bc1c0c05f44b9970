import { INVITE_LINKS_PER_ORGANIZATION } from "@terrarium/contract/limits";
import type { Database } from "@terrarium/platform/db/database";
import { createSecretBox } from "@terrarium/platform/secrets/secret-box";
import { describeOnBothDatabases } from "@terrarium/platform/testing/both-databases";
import { pino } from "pino";
import { expect, test } from "vitest";
import { createInviteService } from "./service.ts";
import { createInviteStore } from "./store.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const ORG = "org_1";
const caller = { kind: "session", userId: "usr_1", sessionId: "ses_1" } as const;

/** Opens the service over one team. Joining always succeeds. */
async function openService(database: Database) {
  await database.insertInto("organizations").values({ id: ORG, name: "Ada's Team", createdAt: 0 }).execute();
  const time = { now: 1_763_717_667_000 };
  const parts = {
    store: createInviteStore(database),
    organizations: { requireMember: async () => undefined },
    members: {
      join: async (_member: unknown, mayJoin: (transaction: Database) => Promise<boolean>) =>
        (await mayJoin(database)) ? { id: ORG, name: "Ada's Team", role: "member" as const } : undefined,
    },
    box: createSecretBox("a secret that is long enough for this"),
    log: pino({ level: "silent" }),
  };
  return { time, invites: createInviteService(parts, () => time.now) };
}

describeOnBothDatabases("invite links", (database) => {
  test("are listed newest first with codes, which are stored encrypted", async () => {
    const { invites, time } = await openService(database());
    const first = await invites.create(caller, ORG, time.now + 2 * DAY_MS);
    time.now += 1;
    const second = await invites.create(caller, ORG, time.now + 2 * DAY_MS);
    expect(await invites.list(caller, ORG)).toEqual([second, first]);
    const rows = await database().selectFrom("inviteLinks").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(first.inviteCode);
  });

  test("last 1 to 30 days, with tolerance for browser clocks", async () => {
    const { invites, time } = await openService(database());
    const refused = { code: "invite_link_expiry" };
    for (const ahead of [0, DAY_MS - 6 * MINUTE_MS, 30 * DAY_MS + 6 * MINUTE_MS, Number.MAX_SAFE_INTEGER])
      await expect(invites.create(caller, ORG, time.now + ahead)).rejects.toMatchObject(refused);
    for (const ahead of [DAY_MS - 4 * MINUTE_MS, 7 * DAY_MS, 30 * DAY_MS + 4 * MINUTE_MS])
      await expect(invites.create(caller, ORG, time.now + ahead)).resolves.toMatchObject({
        expiresAt: new Date(time.now + ahead).toISOString(),
      });
  });

  test("admit users until they expire, and are removed a week later", async () => {
    const { invites, time } = await openService(database());
    const { id, inviteCode } = await invites.create(caller, ORG, time.now + DAY_MS);
    expect(await invites.join(caller, ` ${inviteCode.toLowerCase().replaceAll("-", " ")}`)).toMatchObject({ id: ORG });
    expect(await invites.join(caller, inviteCode)).toMatchObject({ id: ORG });
    time.now += DAY_MS;
    await expect(invites.join(caller, inviteCode)).rejects.toMatchObject({ code: "invite_link_expired" });
    await invites.forget();
    expect(await invites.list(caller, ORG)).toHaveLength(1);
    await invites.delete(caller, ORG, id);
    await expect(invites.join(caller, inviteCode)).rejects.toMatchObject({ code: "invite_link_unknown" });
    await expect(invites.delete(caller, ORG, id)).rejects.toMatchObject({ code: "invite_link_not_found" });

    await invites.create(caller, ORG, time.now + DAY_MS);
    time.now += 8 * DAY_MS + 1;
    await invites.forget();
    expect(await invites.list(caller, ORG)).toEqual([]);
  });

  test("are limited in number and deleted only by their team", async () => {
    const { invites, time } = await openService(database());
    const create = () => invites.create(caller, ORG, time.now + DAY_MS);
    const made = await Promise.allSettled(Array.from({ length: INVITE_LINKS_PER_ORGANIZATION + 5 }, create));
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(INVITE_LINKS_PER_ORGANIZATION);
    await expect(create()).rejects.toMatchObject({ code: "invite_link_limit" });
    const [{ id } = { id: "" }] = await invites.list(caller, ORG);
    await expect(invites.delete(caller, "org_2", id)).rejects.toMatchObject({ code: "invite_link_not_found" });
    time.now += DAY_MS;
    await create();
  });
});
