import { createHash } from "node:crypto";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

let app: TestApp;
let token: string;
let count = 0;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.remove());
beforeEach(async () => {
  token = await app.signIn(`user-${count++}`);
});

const inDays = (days: number): number => Math.floor(Date.now() / 1_000) + days * 86_400;
const create = (body: unknown = { type: "android" }) => app.call("POST", "/api/v1/boxes", { token, body });
const organizationId = async (): Promise<string> =>
  (await app.call("GET", "/api/v1/organization/get_my_organization_list", { token })).body[0]?.id;
const list = async (request: object = {}) =>
  app.call("POST", "/api/v1/sandbox/get_sandbox_list", {
    token,
    body: { organizationId: await organizationId(), ...request },
  });

test("creates a box as requested, visible in both APIs", async () => {
  const made = await create({
    type: "android",
    wait: true,
    config: { templateId: "tpl_small_phone", deviceType: "virtual", expiresIn: "5m", labels: { run: "7" } },
  });
  expect(made).toMatchObject({
    status: 200,
    body: {
      id: expect.stringMatching(/^sbx_[0-9a-z]{20}$/),
      status: "running",
      config: {
        templateId: "tpl_small_phone",
        cpu: 1,
        memory: 1024,
        resolution: { width: 480, height: 800 },
        labels: { run: "7" },
      },
    },
  });
  const lifetimeMs = Date.parse(made.body.expiresAt) - Date.parse(made.body.updatedAt);
  expect(lifetimeMs).toBe(5 * 60_000);

  const listed = (await list()).body;
  expect(listed).toMatchObject({ total: 1, running: 1 });
  expect(listed.data[0]).toMatchObject({
    id: made.body.id,
    templateName: "Small phone",
    status: "Running",
    metadata: { run: "7" },
    endReason: null,
  });

  const terminate = `/api/v1/boxes/${made.body.id}/terminate`;
  expect(await app.call("POST", terminate, { token })).toMatchObject({ status: 200, body: {} });
  expect(await app.call("POST", terminate, { token, body: { wait: true } })).toMatchObject({ status: 200 });
  expect((await app.call("GET", `/api/v1/boxes/${made.body.id}`, { token })).body).toMatchObject({
    status: "terminated",
    reason: "user",
  });
  expect((await list({ status: "Ended" })).body).toMatchObject({
    total: 1,
    running: 0,
    data: [{ status: "Terminated", endReason: "user" }],
  });
});

test.each([
  { seed: "" },
  { seed: "x".repeat(129) },
  { seed: "a\u0000b" },
  { seed: 1.5 },
  { clock: "now" },
  { clock: { start: "9:41", speed: 0 } },
  { clock: { start: "1970-01-01T00:00:00Z", speed: 0 } },
  { clock: { start: "2026-03-04T09:41:00Z", speed: 101 } },
  { clock: { start: "2026-03-04T09:41:00Z", speed: -1 } },
  { clock: { start: "2026-03-04T09:41:00Z" } },
])("refuses a phone with %j", async (config) => {
  expect(await create({ type: "android", config })).toMatchObject({ status: 400 });
});

test("a deleted sandbox moves to the ended ones until removed", async () => {
  const { body: box } = await create();
  const remove = async () =>
    app.call("POST", "/api/v1/sandbox/delete_sandbox", {
      token,
      body: { sandboxId: box.id, organizationId: await organizationId() },
    });
  expect((await remove()).status).toBe(200);
  expect((await list()).body).toEqual({ data: [], total: 0, running: 0, ended: 1 });
  expect((await list({ status: "Ended" })).body).toMatchObject({ data: [{ status: "Terminated", endReason: "user" }] });
  expect((await remove()).status).toBe(200);
  expect((await list({ status: "All" })).body).toEqual({ data: [], total: 0, running: 0, ended: 0 });
  expect(await remove()).toMatchObject({ status: 404, body: { code: "sandbox_not_found" } });
});

test("sets, finds and clears a sandbox's name", async () => {
  const { body: box } = await create({ type: "android", config: { name: "  手机-3 📱 " } });
  expect(box.config.name).toBe("手机-3 📱");
  const rename = async (name: unknown) =>
    app.call("POST", "/api/v1/sandbox/rename_sandbox", {
      token,
      body: { sandboxId: box.id, organizationId: await organizationId(), name },
    });
  expect((await list({ search: "手机" })).body).toMatchObject({ total: 1, data: [{ id: box.id, name: "手机-3 📱" }] });
  const longest = "n".repeat(100);
  expect((await rename(longest)).status).toBe(200);
  const unseen = ["two\nlines", "a\0b", "a\u202eb", "a\u2066b", "a\u200bb", "\u3164", "\u200d"];
  for (const bad of [`${longest}n`, ...unseen, 7, null]) expect((await rename(bad)).status).toBe(400);
  expect((await list()).body.data[0].name).toBe(longest);
  expect((await rename("   ")).status).toBe(200);
  expect((await list()).body.data[0].name).toBeNull();
  expect((await create({ type: "android", config: { name: `${longest}n` } })).status).toBe(400);
});

test("finds a sandbox in any of the user's teams", async () => {
  const { body: box } = await create();
  const other = await app.call("POST", "/api/v1/organization/create_an_organization", { token, body: { name: "B" } });
  const get = (body: object, as = token) =>
    app.call("POST", "/api/v1/sandbox/get_sandbox", { token: as, body: { sandboxId: box.id, ...body } });
  expect((await get({ organizationId: other.body.id })).status).toBe(404);
  expect((await get({})).body).toMatchObject({ id: box.id, organizationId: await organizationId() });
  expect((await get({}, await app.signIn(`stranger-${count}`))).status).toBe(404);
});

test.each([
  ["a too long search", { search: "x".repeat(257) }],
  ["an unknown status", { status: "running" }],
  ["an unknown column", { sort: { by: "metadata" } }],
  ["an unknown order", { sort: { by: "cpu", order: "up" } }],
  ["a filter with an invalid number", { filters: { cpu: "2" } }],
])("rejects a list by %s", async (_name, request) => {
  expect((await list(request)).status).toBe(400);
});

test("creates one team for a user without a team", async () => {
  await Promise.all([1, 2, 3].map(() => app.call("GET", "/api/v1/boxes", { token })));
  const teams = await app.call("GET", "/api/v1/organization/get_my_organization_list", { token });
  expect(teams.body).toEqual([{ id: expect.any(String), name: `user-${count - 1}'s Team`, role: "owner" }]);
});

test("creates a box for the named team of the caller", async () => {
  await create();
  const made = await app.call("POST", "/api/v1/organization/create_an_organization", {
    token,
    body: { name: "Second" },
  });
  const body = { type: "android", organizationId: made.body.id };
  const box = await create(body);
  const asked = { organizationId: body.organizationId };
  const seconds = await app.call("POST", "/api/v1/sandbox/get_sandbox_list", { token, body: asked });
  expect(seconds.body.data.map((sandbox: { id: string }) => sandbox.id)).toEqual([box.body.id]);

  const stranger = await app.signIn("stranger");
  const refused = await app.call("POST", "/api/v1/boxes", { token: stranger, body });
  expect(refused).toMatchObject({ status: 404, body: { code: "organization_not_found" } });
});

test("a burst of 30 creations makes exactly 20", async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => create()));
  const refused = answers.filter((answer) => answer.status !== 200);
  for (const answer of refused)
    expect(answer).toMatchObject({
      status: 429,
      body: { code: "sandbox_limit", message: expect.stringContaining("Sandbox number limit") },
    });
  expect(refused).toHaveLength(10);
  const page = await app.call("GET", "/api/v1/boxes?page=2&pageSize=15", { token });
  expect(page.body).toMatchObject({ page: 2, pageSize: 15, total: 20 });
  expect(page.body.data).toHaveLength(5);
  await Promise.all(
    answers.map((answer) => answer.body.id && app.call("POST", `/api/v1/boxes/${answer.body.id}/terminate`, { token })),
  );
  expect((await create()).status).toBe(200);
});

test("limits one person's sandboxes over all teams together", async () => {
  const few = await startTestApp({ TERRARIUM_SANDBOXES_PER_USER: "3" });
  onTestFinished(() => few.remove());
  const person = await few.signIn("person");
  const ask = async (path: string, body: object) => (await few.call("POST", path, { token: person, body })).body;
  const makeTeam = async (name: string): Promise<string> =>
    (await ask("/api/v1/organization/create_an_organization", { name })).id;
  const createIn = (team: string, asWhom: string) =>
    few.call("POST", "/api/v1/boxes", { token: asWhom, body: { type: "android", organizationId: team } });

  const [one, two] = [await makeTeam("One"), await makeTeam("Two")];
  const burst = await Promise.all([one, two, one, two].map((team) => createIn(team, person)));
  expect(burst.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 429]);
  const { key } = await ask("/api/v1/api_key/create_an_api_key", { organizationId: two, name: "script" });
  for (const asWhom of [person, key])
    expect(await createIn(two, asWhom)).toMatchObject({
      status: 429,
      body: { code: "user_sandbox_limit", message: expect.not.stringContaining("Sandbox number limit") },
    });
  const link = await ask("/api/v1/invite/create_invite_link", { organizationId: two, expiresAt: inDays(7) });
  const colleague = await few.signIn("colleague");
  const body = { inviteCode: link.inviteCode };
  await few.call("POST", "/api/v1/organization/join_organization_by_invite_link", { token: colleague, body });
  expect(await createIn(two, colleague)).toMatchObject({ status: 200 });
});

test.each([
  ["an unknown template", { type: "android", config: { templateId: "tpl_none" } }, 404, "template_not_found"],
  ["an unknown type", { type: "windows" }, 400, "invalid_request"],
  ["a lifetime without a unit", { type: "android", config: { expiresIn: "300" } }, 400, "invalid_request"],
  ["a lifetime beyond the plan's", { type: "android", config: { expiresIn: "61m" } }, 400, "invalid_request"],
  ["a zero lifetime", { type: "android", config: { expiresIn: "0s" } }, 400, "invalid_request"],
  [
    "too many labels",
    { type: "android", config: { labels: Object.fromEntries(Array.from({ length: 33 }, (_, i) => [i, ""])) } },
    400,
    "invalid_request",
  ],
  ["an oversized body", { type: "android", pad: "x".repeat(2_000_000) }, 413, "body_too_large"],
])("rejects %s and creates nothing", async (_name, body, status, code) => {
  expect(await create(body)).toMatchObject({ status, body: { code } });
  expect((await app.call("GET", "/api/v1/boxes", { token })).body.total).toBe(0);
});

test.each(["sbx_none", "..%2F..%2Fetc", "x".repeat(65)])("there is no box %s", async (id) => {
  expect((await app.call("GET", `/api/v1/boxes/${id}`, { token })).status).toBeOneOf([400, 404]);
});

test("a repeated idempotency key returns the same sandbox", async () => {
  const send = (body: object, key: string, path = "/api/v1/boxes") =>
    app.call("POST", path, { token, body, headers: { "idempotency-key": key } });
  const labels = { run: "1" };
  const asked = { type: "android", config: { labels } };
  const [first, meanwhile] = await Promise.all([send(asked, "once"), send(asked, "once")]);
  const later = await send({ config: { labels } }, "once", "/api/v1/boxes/android");
  expect([first.status, meanwhile.body.id, later.body.id]).toEqual([200, first.body.id, first.body.id]);
  const isReplayed = ({ headers }: typeof first) => headers.get("idempotency-replayed") === "true";
  expect([first, meanwhile, later].filter(isReplayed)).toHaveLength(2);
  expect((await list()).body).toMatchObject({ total: 1, running: 1 });
  const conflict = { status: 409, body: { code: "idempotency_conflict" } };
  expect(await send({ type: "android" }, "once")).toMatchObject(conflict);
  expect(await send({ config: { labels } }, "once", "/api/v1/boxes/linux")).toMatchObject(conflict);
  expect((await send(asked, "another")).body.id).not.toBe(first.body.id);
  for (const key of ["x".repeat(256), "two words"])
    expect(await send(asked, key)).toMatchObject({
      status: 400,
      body: { code: "invalid_request", message: expect.stringContaining("idempotency-key: must ") },
    });
  const alpha = () =>
    app.call("POST", "/api/v1/gbox/android/create", { token, headers: { "idempotency-key": "alpha" } });
  expect((await alpha()).body).toEqual((await alpha()).body);
  expect((await list()).body).toMatchObject({ running: 3 });
});

test("recognizes a repeated phone creation after an upgrade", async () => {
  const config = { labels: { run: "1" } };
  const send = () =>
    app.call("POST", "/api/v1/boxes", {
      token,
      body: { type: "android", config },
      headers: { "idempotency-key": "upgraded" },
    });
  const first = await send();
  const noted = createHash("sha256").update(JSON.stringify(["createBox", await organizationId(), config]));
  using database = new DatabaseSync(path.join(app.dataDir, "terrarium.db"));
  const change = database.prepare("UPDATE idempotency_keys SET fingerprint = ? WHERE key = 'upgraded'");
  expect(change.run(noted.digest("hex")).changes).toBe(1);
  expect((await send()).body.id).toBe(first.body.id);
});
