import { getAuditLog } from "@terrarium/contract/audit";
import { createBox, terminateBox } from "@terrarium/contract/boxes";
import { allocateFleetDevice } from "@terrarium/contract/fleet";
import { createAnOrganization } from "@terrarium/contract/organization";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.remove());

async function signIn(login: string) {
  const token = await app.signIn(login);
  const { body } = await app.call("POST", createAnOrganization.path, { token, body: { name: `${login}'s` } });
  const organizationId: string = body.id;
  const log = async () => {
    const asked = { organizationId, page: 1, pageSize: 50 };
    const answer = await app.call("POST", getAuditLog.path, { token, body: asked });
    return answer.body.data as { action: string; targets: Record<string, string> }[];
  };
  return { token, organizationId, log };
}

test("what a call has beside what it takes leads its entry to no other team or thing", async () => {
  const [ada, grace] = [await signIn("ada"), await signIn("grace")];
  const made = await app.call("POST", createBox.path, { token: ada.token, body: { wait: true } });
  const boxId: string = made.body.id;
  const path = `${terminateBox.path.replace("{boxId}", boxId)}?organizationId=${grace.organizationId}&boxId=sbx_other`;
  const { status } = await app.call("POST", path, { token: ada.token, body: { organizationId: grace.organizationId } });
  expect(status).toBe(200);
  const isEnd = ({ action }: { action: string }) => action === terminateBox.name;
  expect((await grace.log()).filter(isEnd)).toEqual([]);
  expect((await ada.log()).find(isEnd)?.targets).toEqual({ sandboxId: boxId });
});

test("a team that only the address names has no entry of a call whose body cannot be read", async () => {
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
