import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createAnApiKey } from "@terrarium/contract/api-key";
import { getAuditLog } from "@terrarium/contract/audit";
import { logout } from "@terrarium/contract/auth";
import { createBox, terminateBox } from "@terrarium/contract/boxes";
import { isChange } from "@terrarium/contract/endpoint";
import { allocateFleetDevice } from "@terrarium/contract/fleet";
import { RATE_LIMITS } from "@terrarium/contract/limits";
import { createAnOrganization } from "@terrarium/contract/organization";
import { contractEndpoints } from "@terrarium/contract/reflection/contract-exports";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

let app: TestApp;
const CALLS = 10;
beforeAll(async () => {
  app = await startTestApp({}, { rateLimits: { ...RATE_LIMITS, write: { perAddress: 1_200, perCaller: CALLS } } });
});
afterAll(() => app.remove());

async function signIn(login: string) {
  const token = await app.signIn(login);
  const { body } = await app.call("POST", createAnOrganization.path, { token, body: { name: `${login}'s` } });
  const organizationId: string = body.id;
  const log = async () => {
    const asked = { organizationId, page: 1, pageSize: 50 };
    const answer = await app.call("POST", getAuditLog.path, { token, body: asked });
    return answer.body.data as { action: string; outcome: string; targets: Record<string, string> }[];
  };
  return { token, organizationId, log };
}

test("records nothing for a team in an unknown field", async () => {
  const [ada, grace] = [await signIn("ada"), await signIn("grace")];
  const made = await app.call("POST", createBox.path, { token: ada.token, body: { wait: true } });
  const boxId: string = made.body.id;
  const path = `${terminateBox.path.replace("{boxId}", boxId)}?organizationId=${grace.organizationId}&boxId=sbx_other`;
  const { status } = await app.call("POST", path, { token: ada.token, body: { organizationId: grace.organizationId } });
  expect(status).toBe(400);
  const isEnd = ({ action }: { action: string }) => action === terminateBox.name;
  expect((await grace.log()).filter(isEnd)).toEqual([]);
  await app.call("POST", path.split("?", 1)[0] ?? "", { token: ada.token });
  expect((await ada.log()).find(isEnd)?.targets).toEqual({ sandboxId: boxId });
});

test("an unreadable body with a team in the URL makes no entry", async () => {
  const [stranger, owner] = [await signIn("eve"), await signIn("lin")];
  const path = allocateFleetDevice.path.replace("{organizationId}", owner.organizationId);
  const headers = { authorization: `Bearer ${stranger.token}`, "content-type": "application/json" };
  for (const [encoding, code] of [
    ["identity", "invalid_json"],
    ["gzip", "body_encoded"],
  ] as const) {
    const asSent = { ...headers, "content-encoding": encoding };
    const answer = await fetch(app.origin + path, { method: "POST", headers: asSent, body: "{" });
    expect(await answer.json()).toMatchObject({ code });
  }
  expect((await owner.log()).filter(({ action }) => action === allocateFleetDevice.name)).toEqual([]);
});

test("every recorded call has a rate limit before authentication", async () => {
  const unlimited: string[] = [];
  for (const { name, method, path: template } of (await contractEndpoints()).filter(isChange)) {
    const { headers } = await app.call(method, template.replaceAll(/\{\w+\}/g, "none"));
    if (!headers.has("x-ratelimit-limit")) unlimited.push(name);
  }
  expect(unlimited).toEqual([]);
});

test("a team sees a limited number of its key's refusals", async () => {
  const { token, organizationId, log } = await signIn("mary");
  const newKey = { organizationId, name: "leaked", scope: "read" };
  const { body: key } = await app.call("POST", createAnApiKey.path, { token, body: newKey });
  const { body: box } = await app.call("POST", createBox.path, { token, body: { organizationId } });
  const ask = async (bearer: string, asked: string) => (await app.call("POST", asked, { token: bearer })).status;
  const rows = () => {
    using database = new DatabaseSync(path.join(app.dataDir, "terrarium.db"), { readOnly: true });
    return database.prepare("select count(*) as count from audit_entries where organization_id is null").get();
  };
  const before = rows();
  const statuses: number[] = [];
  for (let i = 0; i < CALLS / 2; i += 1) {
    statuses.push(await ask(key.key, logout.path));
    statuses.push(await ask(key.key, terminateBox.path.replace("{boxId}", box.id)));
  }
  expect(new Set(statuses)).toEqual(new Set([403]));
  for (let i = 0; i < CALLS; i += 1) expect(await ask(key.key, logout.path)).toBe(429);
  const refused = (await log()).filter(({ outcome }) => outcome !== "ok");
  expect(refused).toHaveLength(CALLS);
  expect(new Set(refused.map(({ outcome }) => outcome))).toEqual(new Set(["session_required", "scope_required"]));
  expect(rows()).toEqual(before);
});
