import { afterAll, beforeAll, expect, test } from "vitest";
import { makeWorld, type World } from "../testing/every-call.ts";

const WEBHOOK = { url: "http://127.0.0.1:1/", events: ["box.ready"] };
let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.app.remove());

const call = (token: string | undefined, name: string, body: object) =>
  world.app.call("POST", `/api/v1/webhook/${name}`, { token, body });

async function keyOf(token: string | undefined): Promise<string> {
  const body = { organizationId: world.organizationId, name: "hooks", scope: "manage" };
  return (await world.app.call("POST", "/api/v1/api_key/create_an_api_key", { token, body })).body.key as string;
}

test("an API key manages its team's webhooks, audited, without naming it", async () => {
  const { key } = world.tokens;
  const made = await call(key, "create_webhook", WEBHOOK);
  expect(made).toMatchObject({ status: 200, body: { secret: expect.stringMatching(/^whsec_/) } });
  const webhookId = made.body.id as string;
  expect((await call(key, "get_webhooks", {})).body).toContainEqual(expect.objectContaining({ id: webhookId }));
  expect((await call(key, "update_webhook", { webhookId, enabled: false })).body).toMatchObject({ enabled: false });
  expect((await call(key, "delete_webhook", { webhookId })).status).toBe(200);
  const page = { organizationId: world.organizationId, page: 1, pageSize: 20 };
  const log = await world.app.call("POST", "/api/v1/audit/get_audit_log", { token: world.tokens.owner, body: page });
  const entries = log.body.data as { action: string; actorKind: string; targets: object }[];
  const ofWebhook = entries.filter(({ targets }) => JSON.stringify(targets).includes(webhookId));
  expect(ofWebhook.map(({ action, actorKind }) => `${actorKind} ${action}`)).toEqual([
    "api_key deleteWebhook",
    "api_key updateWebhook",
    "api_key createWebhook",
  ]);
});

test("rejects an API key of a member without that role", async () => {
  const memberKey = await keyOf(world.tokens.member);
  expect(await call(memberKey, "create_webhook", WEBHOOK)).toMatchObject({
    status: 403,
    body: { code: "role_required", message: expect.stringContaining("API keys that they made") },
  });
  expect((await call(memberKey, "get_webhooks", {})).status).toBe(200);
});

test("a session token names the team for the audit log", async () => {
  expect(await call(world.tokens.owner, "create_webhook", WEBHOOK)).toMatchObject({
    status: 400,
    body: { code: "invalid_request", message: expect.stringContaining("organizationId") },
  });
});
