import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { getAllApiKey } from "@terrarium/contract/api-key";
import { getBilling } from "@terrarium/contract/billing";
import { getInviteLink } from "@terrarium/contract/invite";
import { getOrganizationMemberList } from "@terrarium/contract/organization";
import { getAllTemplates } from "@terrarium/contract/template";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "./testing/test-app.ts";

/** A time outside the range of Date. */
const NEVER = 9e15;

let app: TestApp;
let token: string;
let organizationId: string;
beforeAll(async () => {
  app = await startTestApp();
  token = await app.signIn("ada");
  organizationId = (await post("organization/create_an_organization", { name: "Ada's Team" })).body.id;
});
afterAll(() => app.remove());

const post = (pathname: string, body: object) => app.call("POST", `/api/v1/${pathname}`, { token, body });

function change(...statements: string[]): void {
  const database = new DatabaseSync(path.join(app.dataDir, "terrarium.db"));
  for (const statement of statements) database.exec(statement);
  database.close();
}

test("lists API keys despite unreadable rows and broken secrets", async () => {
  for (const name of ["good", "sealed", "dated"]) await post("api_key/create_an_api_key", { organizationId, name });
  change(
    "UPDATE api_keys SET key_sealed = 'broken' WHERE name = 'sealed'",
    `UPDATE api_keys SET created_at = ${NEVER} WHERE name = 'dated'`,
  );
  const keys = getAllApiKey.response.parse((await post("api_key/get_all_api_key", { organizationId })).body);
  expect(keys.map(({ name, key }) => [name, key.length])).toEqual([
    ["good", 47],
    ["sealed", 0],
  ]);
});

test("lists invite links despite unreadable rows and broken codes", async () => {
  const expiresAt = Math.floor(Date.now() / 1000) + 3 * 24 * 3_600;
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1)
    ids.push((await post("invite/create_invite_link", { organizationId, expiresAt })).body.id);
  change(
    `UPDATE invite_links SET code_sealed = 'broken' WHERE id = '${ids[1]}'`,
    `UPDATE invite_links SET expires_at = ${NEVER} WHERE id = '${ids[2]}'`,
  );
  const links = getInviteLink.response.parse((await post("invite/get_invite_link", { organizationId })).body);
  expect(new Map(links.map(({ id, inviteCode }) => [id, inviteCode.length]))).toEqual(
    new Map([
      [ids[0], 19],
      [ids[1], 0],
    ]),
  );
});

test("lists other members despite an unknown role or time", async () => {
  for (const name of ["bob", "eve"]) await app.signIn(name);
  change(
    `INSERT INTO memberships (organization_id, user_id, role, created_at) SELECT '${organizationId}', id, 'emperor', 1 FROM users WHERE name = 'bob'`,
    `INSERT INTO memberships (organization_id, user_id, role, created_at) SELECT '${organizationId}', id, 'member', ${NEVER} FROM users WHERE name = 'eve'`,
  );
  const list = await post("organization/get_organization_member_list", { organizationId });
  expect(getOrganizationMemberList.response.parse(list.body).map(({ name }) => name)).toEqual(["ada"]);
});

test("lists other invoices despite invalid amounts", async () => {
  const invoice = (id: string, vcpuMs: string) =>
    `INSERT INTO invoices (id, organization_id, period_from, period_to, issued_at, vcpu_ms, memory_mb_ms, usage_micro_dollars, credits_micro_dollars, due_cents, payment) VALUES ('${id}', '${organizationId}', 1, 2, 3, '${vcpuMs}', '5', 6, 0, 8, 'open')`;
  change(invoice("INV-197001-GOOD", "3600000"), invoice("INV-197001-ODD", "much"));
  const { body } = await post("billing/get_billing", { organizationId });
  expect(getBilling.response.parse(body).invoices.map(({ id }) => id)).toEqual(["INV-197001-GOOD"]);
});

test("lists other templates despite an unreadable one", async () => {
  change(
    "UPDATE templates SET visibility = 'secret' WHERE id = 'tpl_phone'",
    `UPDATE templates SET updated_at = ${NEVER} WHERE id = 'tpl_tablet'`,
  );
  const { body } = await app.call("GET", "/api/v1/template/get_all_templates", { token });
  expect(getAllTemplates.response.parse(body).map(({ id }) => id)).toEqual([
    "tpl_large_phone",
    "tpl_short_phone",
    "tpl_small_phone",
    "tpl_linux",
    "tpl_browser",
    "tpl_desktop",
  ]);
});
