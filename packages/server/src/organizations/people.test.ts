import { setImmediate as nextTurn } from "node:timers/promises";
import { ERRORS } from "@terrarium/contract/errors";
import {
  MEMBERS_PER_ORGANIZATION,
  ORGANIZATIONS_MADE_AN_HOUR,
  ORGANIZATIONS_PER_USER,
} from "@terrarium/contract/limits";
import type { Role } from "@terrarium/contract/organization";
import type { SessionCaller } from "@terrarium/platform/base/caller";
import type { Database } from "@terrarium/platform/db/database";
import { createSecretBox } from "@terrarium/platform/secrets/secret-box";
import { describeOnBothDatabases } from "@terrarium/platform/testing/both-databases";
import { countTurns } from "@terrarium/platform/testing/count-turns";
import { newSandboxRow } from "@terrarium/platform/testing/sandbox-row";
import { insertUsers } from "@terrarium/platform/testing/test-users";
import { pino } from "pino";
import { expect, test } from "vitest";
import { createRateBlocks } from "../http/rate-blocks.ts";
import { createRateWindows } from "../http/rate-windows.ts";
import { createInviteService } from "../invites/service.ts";
import { createInviteStore } from "../invites/store.ts";
import { createSandboxStore } from "../sandboxes/store.ts";
import { insertEndedWithActions } from "../testing/ended-sandbox.ts";
import { newSandbox } from "../testing/test-sandbox.ts";
import { createAccountDeletion } from "../users/account-deletion.ts";
import { createUserService } from "../users/service.ts";
import { createUserStore } from "../users/store.ts";
import { createDisbandService } from "./disband-service.ts";
import { createMemberService } from "./member-service.ts";
import { createMemberStore } from "./member-store.ts";
import { createOrganizationService } from "./service.ts";
import { createOrganizationStore } from "./store.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const ORG = "org_1";
const caller = (userId: string): SessionCaller => ({ kind: "session", userId, sessionId: `ses_${userId}` });

/** Creates the services for people and teams, as in app.ts. */
function createServices(db: Database, time = { now: 1_763_717_667_000 }) {
  const clock = () => time.now;
  const removedDevices: string[] = [];
  let announced = 0;
  const log = pino({ level: "silent" });
  const accessChanges = { announce: () => void announced++ };
  const box = createSecretBox("a secret that is long enough for this");
  const users = createUserService(createUserStore(db, box), clock);
  const store = createOrganizationStore(db);
  const allowance = createRateBlocks(createRateWindows(db, clock), HOUR_MS, clock);
  const organizations = createOrganizationService({ store, users, allowance }, clock);
  const members = createMemberService({ store: createMemberStore(db), organizations, accessChanges, log }, clock);
  const sandboxes = {
    countLive: (organizationId: string) => createSandboxStore(db).countLive(organizationId),
    clear: (organizationId: string) => createSandboxStore(db).deleteEndedOf(organizationId),
    discard: async (gone: readonly { id: string }[]) => void removedDevices.push(...gone.map(({ id }) => id)),
  };
  const disbanding = createDisbandService({ store, sandboxes, accessChanges });
  const deletion = createAccountDeletion({
    store: createUserStore(db, box),
    disbanding,
    accessChanges,
    localIdentities: { forget: async () => undefined },
  });
  const invites = createInviteService({ store: createInviteStore(db), organizations, members, box, log }, clock);
  return { time, organizations, members, disbanding, deletion, invites, removedDevices, announced: () => announced };
}

/** Creates one team: `owner`, and the others in the order in which they joined. */
async function makeTeam(db: Database, others: Record<string, Role> = {}, strangers: readonly string[] = []) {
  await insertUsers(db, ["owner", ...Object.keys(others), ...strangers]);
  await db.insertInto("organizations").values({ id: ORG, name: "Ada's Team", createdAt: 0 }).execute();
  const rows = Object.entries({ owner: "owner" as Role, ...others }).map(([userId, role], index) => ({
    organizationId: ORG,
    userId,
    role,
    createdAt: index,
  }));
  await db.insertInto("memberships").values(rows).execute();
  // Opens connections in advance, so that concurrent work really runs at the same time.
  await Promise.all(Array.from({ length: 10 }, () => db.selectFrom("users").select("id").execute()));
  return createServices(db);
}

async function rolesOf(db: Database, organizationId = ORG): Promise<Record<string, Role>> {
  const query = db.selectFrom("memberships").select(["userId", "role"]).where("organizationId", "=", organizationId);
  return Object.fromEntries((await query.orderBy("createdAt").execute()).map(({ userId, role }) => [userId, role]));
}

/** Returns the code of each AppError, or "done". */
async function outcomes(work: readonly Promise<unknown>[]): Promise<string[]> {
  const settled = await Promise.allSettled(work);
  return settled.map((result) => (result.status === "fulfilled" ? "done" : String(result.reason.code)));
}

const countOwners = (roles: Record<string, Role>) => Object.values(roles).filter((role) => role === "owner").length;

async function insertSandbox(db: Database, id: string) {
  return createSandboxStore(db).insertWithin(99, newSandbox(id, { organizationId: ORG, expiresAt: 9e12 }));
}

describeOnBothDatabases("people and teams", (database) => {
  test("transfers a team by transfer or by the role owner", async () => {
    const { members, announced } = await makeTeam(database(), { bob: "member", cyd: "member" });
    await members.transfer(caller("owner"), { organizationId: ORG, userId: "bob" });
    expect(await rolesOf(database())).toEqual({ owner: "admin", bob: "owner", cyd: "member" });
    await members.changeRole(caller("bob"), { organizationId: ORG, userId: "cyd" }, "owner");
    expect(await rolesOf(database())).toEqual({ owner: "admin", bob: "admin", cyd: "owner" });
    expect(announced()).toBe(2);
  });

  test("of two concurrent transfers, one is rejected", async () => {
    const { members } = await makeTeam(database(), { bob: "member", cyd: "member" });
    const transfer = (userId: string) => members.transfer(caller("owner"), { organizationId: ORG, userId });
    expect((await outcomes([transfer("bob"), transfer("cyd")])).toSorted()).toEqual(["done", "owner_required"]);
    expect(countOwners(await rolesOf(database()))).toBe(1);
  });

  test("a transfer to a leaving member keeps one owner", async () => {
    const { members } = await makeTeam(database(), { bob: "member" });
    const bob = { organizationId: ORG, userId: "bob" };
    const [transferred, left] = await outcomes([
      members.transfer(caller("owner"), bob),
      members.quit(caller("bob"), ORG),
    ]);
    expect([
      ["done", "owner_cannot_leave"],
      ["member_not_found", "done"],
    ]).toContainEqual([transferred, left]);
    expect(countOwners(await rolesOf(database()))).toBe(1);
  });

  test("a deleted owner is succeeded by the senior admin or member", async () => {
    const { deletion } = await makeTeam(database(), { bob: "member", cyd: "admin", dan: "admin" });
    await deletion.delete("owner");
    expect(await rolesOf(database())).toEqual({ bob: "member", cyd: "owner", dan: "admin" });
    await deletion.delete("dan");
    await deletion.delete("cyd");
    expect(await rolesOf(database())).toEqual({ bob: "owner" });
    await deletion.delete("bob");
    expect(await database().selectFrom("organizations").selectAll().execute()).toEqual([]);
    expect(await database().selectFrom("users").selectAll().execute()).toEqual([]);
  });

  test("a preview lists what a deletion does to each team", async () => {
    const { deletion } = await makeTeam(database(), { bob: "member", cyd: "admin", dan: "admin" });
    await database().insertInto("organizations").values({ id: "org_bob", name: "Bob's", createdAt: 0 }).execute();
    const membership = { organizationId: "org_bob", userId: "bob", role: "owner" as const, createdAt: 9 };
    await database().insertInto("memberships").values(membership).execute();
    await insertSandbox(database(), "sbx_1");
    const { name } = await database()
      .selectFrom("users")
      .select("name")
      .where("id", "=", "cyd")
      .executeTakeFirstOrThrow();
    const team = { id: ORG, name: "Ada's Team", newOwner: null, sandboxes: 1 };
    expect(await deletion.preview("owner")).toEqual([{ ...team, outcome: "transferred", newOwner: name }]);
    expect(await deletion.preview("bob")).toEqual([
      { ...team, outcome: "left" },
      { id: "org_bob", name: "Bob's", outcome: "deleted", newOwner: null, sandboxes: 0 },
    ]);
  });

  test("API keys of former members count for the team's owner", async () => {
    const { members, deletion } = await makeTeam(database(), { bob: "member", cyd: "admin", dan: "member" });
    const key = { organizationId: ORG, keySealed: "", createdAt: 0, updatedAt: 0 };
    for (const createdBy of ["owner", "bob", "cyd", "dan"])
      await database()
        .insertInto("apiKeys")
        .values({ ...key, id: createdBy, name: createdBy, keyHash: createdBy, createdBy })
        .execute();
    const makers = async () => {
      const rows = await database().selectFrom("apiKeys").select(["id", "createdBy"]).execute();
      return Object.fromEntries(rows.map(({ id, createdBy }) => [id, createdBy]));
    };
    await members.remove(caller("owner"), { organizationId: ORG, userId: "bob" });
    await members.quit(caller("dan"), ORG);
    expect(await makers()).toEqual({ owner: "owner", bob: "owner", cyd: "cyd", dan: "owner" });
    await deletion.delete("owner");
    expect(await makers()).toEqual({ owner: "cyd", bob: "cyd", cyd: "cyd", dan: "cyd" });
  });

  test("a former member's resources count for that team's owner", async () => {
    const { members, deletion } = await makeTeam(database(), { bob: "member", cyd: "member" });
    await database().insertInto("organizations").values({ id: "org_2", name: "Other", createdAt: 0 }).execute();
    const made = { sizeBytes: 1, isWhole: 1 as const, createdAt: 0 };
    const origin = { sandboxName: null, templateId: null, templateName: null, actorKind: null, actorId: null };
    let number = 0;
    for (const [id, organizationId, countsFor] of [
      ["bob", ORG, "bob"],
      ["bob elsewhere", "org_2", "bob"],
      ["cyd", ORG, "cyd"],
      ["nobody", ORG, null],
    ] as const) {
      const owned = { id, organizationId, countsFor };
      const row = { ...newSandboxRow(id, (number += 1)), ...owned, state: "stopped" as const };
      await database().insertInto("sandboxes").values(row).execute();
      const object = { ...made, ...owned, sandboxId: id, contentType: "image/png" };
      await database().insertInto("storedObjects").values(object).execute();
      const snapshot = { ...made, ...origin, ...owned, sandboxId: id, name: id };
      await database().insertInto("snapshots").values(snapshot).execute();
    }
    const counted = async (table: "sandboxes" | "snapshots" | "storedObjects") => {
      const rows = await database().selectFrom(table).select(["id", "countsFor"]).execute();
      return Object.fromEntries(rows.map(({ id, countsFor }) => [id, countsFor]));
    };
    const all = () => Promise.all((["sandboxes", "snapshots", "storedObjects"] as const).map(counted));
    await members.quit(caller("bob"), ORG);
    const left = { bob: "owner", "bob elsewhere": "bob", cyd: "cyd", nobody: null };
    expect(await all()).toEqual([left, left, left]);
    await deletion.delete("owner");
    const inherited = { ...left, bob: "cyd" };
    expect(await all()).toEqual([inherited, inherited, inherited]);
  });

  test("a user deleted during a transfer leaves one owner", async () => {
    for (const [deleted, id] of [
      ["bob", "org_1"],
      ["owner", "org_1"],
    ] as const) {
      await database().deleteFrom("organizations").execute();
      await database().deleteFrom("users").execute();
      const { members, deletion } = await makeTeam(database(), { bob: "member", cyd: "member" });
      const results = await outcomes([
        members.transfer(caller("owner"), { organizationId: id, userId: "bob" }),
        deletion.delete(deleted),
      ]);
      expect(results[1]).toBe("done");
      const roles = await rolesOf(database());
      expect(countOwners(roles)).toBe(1);
      expect(Object.keys(roles)).not.toContain(deleted);
    }
  });

  test("all members delete their accounts at once and leave no team", async () => {
    const { deletion } = await makeTeam(database(), { bob: "member", cyd: "admin", dan: "member" });
    const results = await outcomes(["owner", "bob", "cyd", "dan"].map((id) => deletion.delete(id)));
    expect(results).toEqual(["done", "done", "done", "done"]);
    expect(await database().selectFrom("organizations").selectAll().execute()).toEqual([]);
  });

  test("a user deleted while joining leaves no team without owner", async () => {
    const { deletion, organizations, invites, time } = await makeTeam(database(), {}, ["bob"]);
    const { inviteCode } = await invites.create(caller("owner"), ORG, time.now + 2 * DAY_MS);
    const results = await outcomes([
      organizations.create("bob", "New"),
      deletion.delete("bob"),
      organizations.create("bob", "Newer"),
      invites.join(caller("bob"), inviteCode),
      organizations.ofCaller(caller("bob")),
    ]);
    expect(results[1]).toBe("done");
    const teams = await database().selectFrom("organizations").select("id").execute();
    for (const { id } of teams) expect(countOwners(await rolesOf(database(), id))).toBe(1);
    expect(await rolesOf(database())).toEqual({ owner: "owner" });
  });

  test("disbanding removes everything, also sandboxes created meanwhile", async () => {
    const { disbanding, removedDevices } = await makeTeam(database(), { bob: "member" });
    const work = Array.from({ length: 6 }, (_, i) => insertSandbox(database(), `sbx_${i}`));
    const disband = disbanding.disband(caller("owner"), ORG);
    const more = Array.from({ length: 6 }, (_, i) => insertSandbox(database(), `sbx_late_${i}`));
    const made = await Promise.all([...work, ...more]);
    await disband;
    expect(removedDevices).toHaveLength(made.filter((outcome) => outcome === "inserted").length);
    expect(await database().selectFrom("sandboxes").selectAll().execute()).toEqual([]);
    expect(await database().selectFrom("memberships").selectAll().execute()).toEqual([]);
  });

  test("disbanding a large team yields to other work", async () => {
    const { deletion, disbanding } = await makeTeam(database(), {}, ["bob"]);
    const bobs = { id: "org_bob", name: "Bob's", createdAt: 0 };
    await database().insertInto("organizations").values(bobs).execute();
    const membership = { organizationId: bobs.id, userId: "bob", role: "owner" as const, createdAt: 0 };
    await database().insertInto("memberships").values(membership).execute();
    for (const organizationId of [ORG, bobs.id])
      for (let box = 0; box < 5; box += 1)
        await insertEndedWithActions(database(), `sbx_${organizationId}_${box}`, organizationId);
    expect(await countTurns(() => disbanding.disband(caller("owner"), ORG))).toBeGreaterThanOrEqual(10);
    expect(await countTurns(() => deletion.delete("bob"))).toBeGreaterThanOrEqual(10);
    for (const table of ["deviceActions", "sandboxes", "sandboxBlocks", "organizations"] as const)
      expect(await database().selectFrom(table).selectAll().execute()).toEqual([]);
  });

  test("an admin's rejected disbanding changes nothing", async () => {
    const { disbanding } = await makeTeam(database(), { bob: "admin" });
    await insertEndedWithActions(database(), "sbx_1", ORG);
    expect(await outcomes([disbanding.disband(caller("bob"), ORG)])).toEqual(["owner_required"]);
    expect(await database().selectFrom("sandboxes").select("id").execute()).toEqual([{ id: "sbx_1" }]);
  });

  test("members of a disbanded team lose access before its devices end", async () => {
    await makeTeam(database());
    const [removing, removed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const discard = () => {
      removing.resolve();
      return removed.promise;
    };
    let isAnnounced = false;
    const disbanding = createDisbandService({
      store: createOrganizationStore(database()),
      sandboxes: { countLive: async () => 0, clear: async () => undefined, discard },
      accessChanges: { announce: () => (isAnnounced = true) },
    });
    const disbanded = disbanding.disband(caller("owner"), ORG);
    await removing.promise;
    await nextTurn();
    expect(isAnnounced).toBe(true);
    removed.resolve();
    await disbanded;
  });

  test("sandboxes that start during disbanding do not remain", async () => {
    for (let round = 0; round < 5; round++) {
      await database().deleteFrom("users").execute();
      const { disbanding, removedDevices } = await makeTeam(database());
      const ids = Array.from({ length: 8 }, (_, i) => `sbx_${i}`);
      for (const id of ids) await insertSandbox(database(), id);
      const begin = { address: { host: "127.0.0.1", port: 1 }, startedAt: 1, expiresAt: 9e12 };
      const store = createSandboxStore(database());
      const begun = ids.map((id) => store.markRunning(id, begin));
      expect(await outcomes([...begun, disbanding.disband(caller("owner"), ORG)])).toEqual(Array(9).fill("done"));
      expect(removedDevices.toSorted()).toEqual(ids);
    }
  });

  test("20 users join at once, each once", async () => {
    const strangers = Array.from({ length: 20 }, (_, i) => `usr_${i}`);
    const { invites, time } = await makeTeam(database(), {}, strangers);
    const { inviteCode } = await invites.create(caller("owner"), ORG, time.now + 2 * DAY_MS);
    const results = await outcomes([...strangers, ...strangers].map((id) => invites.join(caller(id), inviteCode)));
    expect(results.filter((result) => result === "done")).toHaveLength(20);
    expect(results.filter((result) => result === "already_member")).toHaveLength(20);
    expect(Object.keys(await rolesOf(database()))).toHaveLength(21);
  });

  test("concurrent joins respect the limits of team and user", async () => {
    const free = 3;
    const others = Array.from({ length: MEMBERS_PER_ORGANIZATION - 1 - free }, (_, i) => `old_${i}`);
    const strangers = Array.from({ length: 8 }, (_, i) => `usr_${i}`);
    const roles = Object.fromEntries(others.map((id) => [id, "member" as const]));
    const { invites, organizations, time } = await makeTeam(database(), roles, strangers);
    const { inviteCode } = await invites.create(caller("owner"), ORG, time.now + 2 * DAY_MS);
    const busy = strangers.at(-1) ?? "";
    await Promise.all(Array.from({ length: ORGANIZATIONS_PER_USER }, () => organizations.create(busy, "x")));
    expect(await outcomes([invites.join(caller(busy), inviteCode)])).toEqual(["organization_limit"]);
    expect(await outcomes([organizations.create(busy, "x")])).toEqual(["organization_limit"]);
    const results = await outcomes(strangers.slice(0, -1).map((id) => invites.join(caller(id), inviteCode)));
    expect(results.toSorted()).toEqual([...Array(free).fill("done"), ...Array(4).fill("member_limit")]);
    expect(Object.keys(await rolesOf(database()))).toHaveLength(MEMBERS_PER_ORGANIZATION);
  });

  test("limits the teams a user creates per hour", async () => {
    const { organizations, disbanding, time } = await makeTeam(database(), {}, ["busy", "other"]);
    for (let n = 0; n < ORGANIZATIONS_MADE_AN_HOUR; n += 1) {
      // The first call of a program that names no team also creates one.
      const id =
        n % 2 === 0 ? (await organizations.create("busy", "x")).id : await organizations.ofCaller(caller("busy"));
      await disbanding.disband(caller("busy"), id);
    }
    const more = [() => organizations.create("busy", "x"), () => organizations.ofCaller(caller("busy"))];
    expect(await outcomes(more.map((make) => make()))).toEqual(["rate_limited", "rate_limited"]);
    await organizations.create("other", "x");
    time.now += HOUR_MS;
    expect(await outcomes(more.map((make) => make()))).toEqual(["done", "done"]);
  });

  test("joining during a disbanding succeeds or fails clearly", async () => {
    const strangers = Array.from({ length: 6 }, (_, i) => `usr_${i}`);
    const { invites, disbanding, time } = await makeTeam(database(), {}, strangers);
    const { id, inviteCode } = await invites.create(caller("owner"), ORG, time.now + 2 * DAY_MS);
    const [deleted, ...joined] = await outcomes([
      invites.delete(caller("owner"), ORG, id),
      ...strangers.slice(0, 3).map((user) => invites.join(caller(user), inviteCode)),
    ]);
    expect(deleted).toBe("done");
    const inside = Object.keys(await rolesOf(database())).length - 1;
    expect(joined.filter((result) => result === "done")).toHaveLength(inside);
    expect(joined.filter((result) => result === "invite_link_unknown")).toHaveLength(3 - inside);

    const second = await invites.create(caller("owner"), ORG, time.now + 2 * DAY_MS);
    const [disbanded, ...late] = await outcomes([
      disbanding.disband(caller("owner"), ORG),
      ...strangers.slice(3).map((user) => invites.join(caller(user), second.inviteCode)),
    ]);
    expect(disbanded).toBe("done");
    for (const result of late) expect(["done", "invite_link_unknown"]).toContain(result);
    expect(await rolesOf(database())).toEqual({});
    expect(await database().selectFrom("inviteLinks").selectAll().execute()).toEqual([]);
  });

  test("hundreds of concurrent changes keep one owner per team", async () => {
    const people = ["owner", "bob", "cyd", "dan", "eve", "fay"];
    const services = await makeTeam(database(), { bob: "admin", cyd: "member" }, people.slice(3));
    const { members, organizations, invites, disbanding, deletion, time } = services;
    const sandboxes = createSandboxStore(database());
    const { inviteCode } = await invites.create(caller("owner"), ORG, time.now + 2 * DAY_MS);
    const address = { host: "127.0.0.1", port: 1 };
    const begin = { address, startedAt: 1, expiresAt: 9e12 };
    const organizationOf = async (userId: string) => (await organizations.list(userId)).at(-1)?.id ?? ORG;
    type Change = (actor: string, other: string, index: number) => Promise<unknown>;
    const changes: Change[] = [
      async (actor, userId) => members.transfer(caller(actor), { organizationId: await organizationOf(actor), userId }),
      async (actor, userId) =>
        members.changeRole(caller(actor), { organizationId: await organizationOf(actor), userId }, "admin"),
      async (actor, userId) => members.remove(caller(actor), { organizationId: await organizationOf(actor), userId }),
      async (actor) => members.quit(caller(actor), await organizationOf(actor)),
      (actor) => invites.join(caller(actor), inviteCode),
      (actor) => invites.join(caller(actor), inviteCode),
      (actor) => organizations.create(actor, "New"),
      (actor) => organizations.ofCaller(caller(actor)),
      async (_actor, _other, index) => {
        await insertSandbox(database(), `sbx_${index}`);
        await sandboxes.markRunning(`sbx_${index}`, begin);
        await sandboxes.markEnded(`sbx_${index}`, "user", 2);
      },
      async (actor, _other, index) =>
        index % 3 === 0 ? disbanding.disband(caller(actor), await organizationOf(actor)) : undefined,
      async (actor, _other, index) => (index % 5 === 0 && actor !== "owner" ? deletion.delete(actor) : undefined),
    ];
    const run = (index: number) => {
      const [actor = "", other = ""] = [people[(index * 7) % people.length], people[(index * 5 + 1) % people.length]];
      const change = changes[(index * 13) % changes.length];
      return change?.(actor, other, index) ?? Promise.resolve();
    };
    const results = await outcomes(Array.from({ length: 330 }, (_, index) => run(index)));
    expect([...new Set(results)].filter((result) => result !== "done" && !(result in ERRORS))).toEqual([]);
    expect(results.filter((result) => result === "done").length).toBeGreaterThan(100);
    const teams = await database().selectFrom("organizations").select("id").execute();
    for (const { id } of teams) expect([id, countOwners(await rolesOf(database(), id))]).toEqual([id, 1]);
  });
});
