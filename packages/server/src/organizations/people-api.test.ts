import { once } from "node:events";
import { BEARER_PROTOCOL_PREFIX, PROXY_PROTOCOL, screenSocketPath } from "@terrarium/contract/proxy";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { startTestApp, type TestAnswer, type TestApp } from "../testing/test-app.ts";

const DAY_SECONDS = 24 * 60 * 60;
const inDays = (days: number) => Math.floor(Date.now() / 1000) + days * DAY_SECONDS;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.remove());

interface Person {
  id: string;
  name: string;
  token: string;
  /** Posts to /api/v1/…. Returns status, code, message and body. */
  post(path: string, body?: unknown): Promise<Pick<TestAnswer, "status" | "body"> & { code: string; message: string }>;
}

async function person(login: string, server: TestApp = app): Promise<Person> {
  const token = await server.signIn(login);
  const { body: user } = await server.call("GET", "/api/v1/user/get_current_user_info", { token });
  return {
    id: user.id,
    name: user.name,
    token,
    async post(path, body) {
      const answer = await server.call("POST", `/api/v1/${path}`, { token, body });
      return { status: answer.status, code: answer.body.code, message: answer.body.message, body: answer.body };
    },
  };
}

async function createTeam(owner: Person, members: readonly Person[]): Promise<string> {
  const team = await owner.post("organization/create_an_organization", { name: "Ada's Team" });
  const organizationId: string = team.body.id;
  const link = await owner.post("invite/create_invite_link", { organizationId, expiresAt: inDays(7) });
  for (const member of members)
    await member.post("organization/join_organization_by_invite_link", { inviteCode: link.body.inviteCode });
  return organizationId;
}

const teamsOf = async ({ token }: Person) =>
  (await app.call("GET", "/api/v1/organization/get_my_organization_list", { token })).body;

test("two tabs after one sign-in get the same first team", async () => {
  const ada = await person("ada-of-two-tabs");
  const first = () => ada.post("organization/create_an_organization", { name: "Ada's Team", onlyFirst: true });
  const made = (await Promise.all([first(), first()])).map(({ body }) => body);
  expect(await teamsOf(ada)).toEqual([made[0]]);
  expect(made[1]).toEqual(made[0]);
  await createTeam(ada, []);
  expect((await first()).body).toEqual(made[0]);
  expect(await teamsOf(ada)).toHaveLength(2);
});

describe("a team", () => {
  let owner: Person, admin: Person, member: Person, stranger: Person;
  let organizationId: string;
  let count = 0;

  const members = async () => {
    const list = await owner.post("organization/get_organization_member_list", { organizationId });
    return list.body.map(({ name, role }: { name: string; role: string }) => [name, role]);
  };
  const setRole = (by: Person, of: Person, role: string) =>
    by.post("organization/update_organization_member_role", { organizationId, userId: of.id, role });

  beforeAll(async () => {
    [owner, admin, member, stranger] = [
      await person("ada"),
      await person("grace"),
      await person("linus"),
      await person("eve"),
    ];
  });
  beforeEach(async () => {
    count += 1;
    organizationId = await createTeam(owner, [admin, member]);
    await setRole(owner, admin, "admin");
  });

  test("lists its members in the order in which they joined", async () => {
    const { body } = await member.post("organization/get_organization_member_list", { organizationId });
    expect(body).toEqual([
      { userId: owner.id, name: "ada", avatarUrl: null, role: "owner", createdAt: expect.any(String) },
      { userId: admin.id, name: "grace", avatarUrl: null, role: "admin", createdAt: expect.any(String) },
      { userId: member.id, name: "linus", avatarUrl: null, role: "member", createdAt: expect.any(String) },
    ]);
  });

  test("allows only the owner to change others' roles", async () => {
    const refused = { status: 403, code: "owner_required", message: "only owner can change member role" };
    expect(await setRole(admin, member, "admin")).toMatchObject(refused);
    expect(await setRole(member, member, "owner")).toMatchObject(refused);
    expect(await setRole(owner, owner, "member")).toMatchObject({
      status: 403,
      code: "own_role",
      message: "don't change your own role",
    });
    expect(await setRole(owner, stranger, "admin")).toMatchObject({
      status: 404,
      message: `No member ${stranger.id} in this team`,
    });
    expect(await setRole(owner, member, "king")).toMatchObject({ status: 400, code: "invalid_request" });
    expect(await setRole(owner, member, "admin")).toMatchObject({ status: 200, body: {} });
    expect(await setRole(owner, admin, "member")).toMatchObject({ status: 200 });
    expect(await members()).toEqual([
      ["ada", "owner"],
      ["grace", "member"],
      ["linus", "admin"],
    ]);
  });

  test.each(["transfer", "the role of owner"])("has one owner after %s", async (how) => {
    const handOver = () =>
      how === "transfer"
        ? owner.post("organization/transfer_an_organization", { organizationId, userId: member.id })
        : setRole(owner, member, "owner");
    expect(await handOver()).toMatchObject({ status: 200, body: {} });
    expect(await members()).toEqual([
      ["ada", "admin"],
      ["grace", "admin"],
      ["linus", "owner"],
    ]);
    expect(await handOver()).toMatchObject({ status: 403, code: "owner_required" });
  });

  test("is transferred by its owner to another member", async () => {
    const transfer = (by: Person, to: Person) =>
      by.post("organization/transfer_an_organization", { organizationId, userId: to.id });
    expect(await transfer(admin, admin)).toMatchObject({
      status: 403,
      message: "only owner can transfer the organization",
    });
    expect(await transfer(owner, stranger)).toMatchObject({ status: 404, code: "member_not_found" });
    expect(await transfer(owner, owner)).toMatchObject({ status: 409, message: "You already own this team" });
  });

  test("can be left by members other than the owner", async () => {
    const quit = (by: Person) => by.post("organization/quit_organization", { organizationId });
    expect(await quit(owner)).toMatchObject({
      status: 409,
      code: "owner_cannot_leave",
      message: "Organization owner cannot leave the organization",
    });
    expect(await quit(member)).toMatchObject({ status: 200, body: {} });
    expect(await quit(member)).toMatchObject({ status: 404, code: "organization_not_found" });
    expect(await members()).toEqual([
      ["ada", "owner"],
      ["grace", "admin"],
    ]);
  });

  test("members removed by the owner lose access at once", async () => {
    const remove = (by: Person, whom: Person) =>
      by.post("organization/remove_organization_member", { organizationId, userId: whom.id });
    expect(await remove(admin, member)).toMatchObject({ status: 403, message: "only owner can remove members" });
    expect(await remove(owner, owner)).toMatchObject({ status: 409, code: "owner_cannot_leave" });
    const box = await member.post("boxes/android", { organizationId });
    expect(box.status).toBe(200);

    expect(await remove(owner, member)).toMatchObject({ status: 200, body: {} });
    expect(await member.post("sandbox/get_sandbox_list", { organizationId })).toMatchObject({ status: 404 });
    expect(await member.post("api_key/get_all_api_key", { organizationId })).toMatchObject({ status: 404 });
    const read = await app.call("GET", `/api/v1/boxes/${box.body.id}`, { token: member.token });
    expect(read).toMatchObject({ status: 404, body: { code: "sandbox_not_found" } });
    const socket = new WebSocket(app.origin.replace("http", "ws") + screenSocketPath(box.body.id), [
      PROXY_PROTOCOL,
      BEARER_PROTOCOL_PREFIX + member.token,
    ]);
    const [code] = await once(socket, "close");
    expect(code).toBe(4404);
    await owner.post(`boxes/${box.body.id}/terminate`, {});
  });

  test("disbanding ends its sandboxes, keys and invites", async () => {
    const disband = (by: Person) => by.post("organization/delete_an_organization", { organizationId });
    const key = (await member.post("api_key/create_an_api_key", { organizationId, name: "key1" })).body.key;
    const { body: link } = await member.post("invite/create_invite_link", { organizationId, expiresAt: inDays(1) });
    const box = await app.call("POST", "/api/v1/boxes/android", { token: key, body: {} });
    expect(box.status).toBe(200);
    expect(await disband(admin)).toMatchObject({ status: 403, message: "only owner can disband the team" });

    expect(await disband(owner)).toMatchObject({ status: 200, body: {} });
    expect((await app.call("GET", `/api/v1/boxes/${box.body.id}`, { token: key })).status).toBe(401);
    expect((await app.call("GET", `/api/v1/boxes/${box.body.id}`, { token: owner.token })).status).toBe(404);
    expect(await app.sandboxes.countByState()).toEqual([]);
    const join = await stranger.post("organization/join_organization_by_invite_link", { inviteCode: link.inviteCode });
    expect(join).toMatchObject({ status: 404, code: "invite_link_unknown" });
    expect((await teamsOf(member)).map(({ id }: { id: string }) => id)).not.toContain(organizationId);
    expect(await disband(owner)).toMatchObject({ status: 404, code: "organization_not_found" });
  });

  test("any member creates and deletes its invite links", async () => {
    const join = (inviteCode: string) => stranger.post("organization/join_organization_by_invite_link", { inviteCode });
    const list = async () => (await admin.post("invite/get_invite_link", { organizationId })).body;
    const earlier = await list();
    const { body: link } = await member.post("invite/create_invite_link", { organizationId, expiresAt: inDays(30) });
    expect(link).toEqual({
      id: expect.stringMatching(/^inv_/),
      inviteCode: expect.stringMatching(/^(\w{4}-){3}\w{4}$/),
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
    });
    expect(await list()).toEqual([link, ...earlier]);
    expect(await join(link.inviteCode)).toMatchObject({
      status: 200,
      body: { id: organizationId, name: "Ada's Team", role: "member" },
    });
    expect(await join(link.inviteCode)).toMatchObject({
      status: 409,
      code: "already_member",
      message: "You already belong to Ada's Team",
    });
    await stranger.post("organization/quit_organization", { organizationId });

    const deletion = { organizationId, inviteId: link.id };
    expect(await admin.post("invite/delete_invite_link", deletion)).toMatchObject({ status: 200, body: {} });
    expect(await admin.post("invite/delete_invite_link", deletion)).toMatchObject({
      status: 404,
      message: `No invite link ${link.id} in this team`,
    });
    for (const code of [link.inviteCode, "", "nonsense"])
      expect(await join(code)).toMatchObject({
        status: 404,
        message: "No invite has this code. Check it for a typo, or ask for a new one",
      });
  });

  test.each([
    ["half a day", inDays(0.5)],
    ["31 days", inDays(31)],
    ["the past", inDays(-1)],
    ["milliseconds", Date.now() + 7 * DAY_SECONDS * 1000],
  ])("rejects an invite link that lasts %s", async (_name, expiresAt) => {
    expect(await member.post("invite/create_invite_link", { organizationId, expiresAt })).toMatchObject({
      status: 400,
      code: "invite_link_expiry",
      message: expect.stringContaining("1 to 30 days"),
    });
  });
});

describe("an account", () => {
  test("is renamed by name or username", async () => {
    const user = await person("rename-me");
    const update = (body: unknown) => user.post("user/update_user_info", body);
    expect(await update({ name: "  Ada Lovelace " })).toMatchObject({ status: 200, body: { name: "Ada Lovelace" } });
    expect(await update({ username: "Countess" })).toMatchObject({ status: 200, body: { name: "Countess" } });
    expect(await update({ username: "Older", name: "Newer" })).toMatchObject({ body: { name: "Newer" } });
    expect(await update({ name: "x".repeat(100) })).toMatchObject({ status: 200 });
    for (const body of [{ name: " " }, { username: "" }, { name: "x".repeat(101) }, {}, { name: 1 }])
      expect(await update(body)).toMatchObject({ status: 400, code: "invalid_request" });
    expect((await update({})).message).toContain("give the new name as name, or as username");
  });

  test("is deleted with its data; shared teams get a new owner", async () => {
    const [user, heir] = [await person("leaver"), await person("heir")];
    const other = await app.signIn("leaver");
    const shared = await createTeam(user, [heir]);
    const lonely = await createTeam(user, []);
    const lonelyBox = await user.post("boxes/android", { organizationId: lonely });
    const sharedBox = await user.post("boxes/android", { organizationId: shared });
    expect([lonelyBox.status, sharedBox.status]).toEqual([200, 200]);

    expect(await user.post("user/delete_user")).toMatchObject({ status: 200, body: {} });
    for (const token of [user.token, other])
      expect((await app.call("GET", "/api/v1/user/get_current_user_info", { token })).status).toBe(401);
    expect(await app.sandboxes.countByState()).toMatchObject([{ state: "running", count: 1 }]);
    expect(await teamsOf(heir)).toEqual([{ id: shared, name: "Ada's Team", role: "owner" }]);
    expect((await heir.post("sandbox/get_sandbox_list", { organizationId: shared })).body.running).toBe(1);
    await heir.post("user/delete_user");

    const signInPage = await fetch(
      `${app.origin}/local-idp/github/authorize?client_id=terrarium-local&redirect_uri=${encodeURIComponent(`${app.origin}/logining/github`)}`,
    );
    expect(signInPage.status).toBe(200);
    expect(await signInPage.text()).not.toMatch(/value="(leaver|heir)"/);
    const again = await person("leaver");
    expect(again.id).not.toBe(user.id);
    expect(await teamsOf(again)).toEqual([]);
  });
});
