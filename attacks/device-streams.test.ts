import { once } from "node:events";
import { getBoxActions, KEPT_ACTIONS } from "@terrarium/contract/actions";
import { ACTION_LIMITS } from "@terrarium/contract/limits";
import { screenSocketPath } from "@terrarium/contract/proxy";
import { serializeControlMessage } from "@terrarium/scrcpy/control-serializer";
import { beforeAll, expect, test } from "vitest";
import { createBox, getBox, screenshot } from "../e2e/support/api.ts";
import { provideServer } from "../e2e/support/fixtures.ts";
import { post, signIn } from "../e2e/support/server.ts";
import { deviceProcess, openSocket, runInShell, uploadForEver } from "./support/device-sockets.ts";

const server = provideServer();
let hostile: string;
let token: string;
/** A sandbox of another team, which must stay unaffected. */
let bystander: string;

beforeAll(async () => {
  const { origin } = server();
  hostile = await signIn(origin, "mallory");
  token = await signIn(origin, "ada");
  bystander = (await createBox(origin, token)).id;
});

const MIB = 1_048_576;
const expectBystanderWorks = async () => expect((await screenshot(server().origin, token, bystander)).width).toBe(720);

test.each([
  [
    "is terminated",
    async (id: string) => void (await post(server().origin, `/api/v1/boxes/${id}/terminate`, {}, hostile)),
  ],
  ["is killed", async (id: string) => void process.kill(deviceProcess(server().dataDir, id), "SIGKILL")],
])("a sandbox that %s during uploads affects no others", async (_name, end) => {
  const { origin } = server();
  const { id } = await createBox(origin, hostile);
  const uploads = Array.from({ length: 4 }, () => uploadForEver(origin, hostile, id));
  await Promise.all(uploads.map((upload) => upload.sent(8 * MIB)));
  await end(id);
  const statuses = await Promise.all(uploads.map(({ status }) => status));
  expect(statuses.filter((status) => status >= 200 && status < 400)).toEqual([]);
  await expect.poll(async () => (await getBox(origin, hostile, id)).status).not.toBe("running");
  await expectBystanderWorks();
});

test("a sandbox that expires during uploads affects no others", async () => {
  const { origin } = server();
  const { id } = await createBox(origin, hostile, { expiresIn: "2s" });
  const uploads = Array.from({ length: 4 }, () => uploadForEver(origin, hostile, id));
  await Promise.all(uploads.map(({ status }) => status));
  await expectBystanderWorks();
});

test("an abandoned upload to a silent device affects no others", async () => {
  const { origin, dataDir } = server();
  const { id } = await createBox(origin, hostile);
  const pid = deviceProcess(dataDir, id);
  process.kill(pid, "SIGSTOP");
  const uploads = Array.from({ length: 4 }, () => uploadForEver(origin, hostile, id));
  await Promise.all(uploads.map((upload) => upload.sent(MIB)));
  for (const upload of uploads) upload.leave();
  await Promise.all(uploads.map(({ status }) => status));
  await expectBystanderWorks();
  process.kill(pid, "SIGCONT");
  await post(origin, `/api/v1/boxes/${id}/terminate`, {}, hostile);
});

test("a viewer that floods keys and leaves affects no others", async () => {
  const { origin } = server();
  const { id } = await createBox(origin, hostile);
  // Home takes the device longest, so many keys wait when the mirror ends, a few seconds after its last viewer left.
  const key = (action: number) => serializeControlMessage({ type: "key", action, keyCode: 3, repeat: 0, metaState: 0 });
  const screen = await openSocket(origin, screenSocketPath(id), hostile);
  await once(screen, "message");
  for (let sent = 0; sent < 200_000; sent += 1_000) {
    for (let i = 0; i < 500; i += 1) for (const action of [0, 1]) screen.send(key(action));
    await new Promise<void>((resolve) => screen.send(key(1), () => resolve()));
  }
  screen.terminate();
  const mirrors = () => runInShell(origin, hostile, id, "ps -A | grep -c '[a]pp_process'");
  await expect.poll(mirrors, { interval: 500 }).toBe("0");
  await expectBystanderWorks();
});

test("rejects a flood of screenshots of a sandbox", async () => {
  const { origin } = server();
  const { id } = await createBox(origin, hostile);
  const flood = Promise.all(
    Array.from({ length: 300 }, () => post(origin, "/api/v1/gbox/android/screenshot", { uid: id }, hostile)),
  );
  await expectBystanderWorks();
  const answers = await flood;
  const refused = answers.filter(({ status }) => status !== 200);
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(ACTION_LIMITS.pictures);
  expect(new Set(refused.map(({ status, headers }) => `${status} ${headers.get("retry-after")}`))).toEqual(
    new Set(["429 1"]),
  );
  expect(await refused[0]?.json()).toMatchObject({ code: "device_busy" });
});

test("a flood of actions keeps another team's actions", async () => {
  const { origin } = server();
  const { id } = await createBox(origin, hostile);
  const screen = await openSocket(origin, screenSocketPath(id), hostile);
  await once(screen, "message");
  const tap = (action: number, at: number) =>
    serializeControlMessage({
      type: "touch",
      action,
      pointerId: 1n,
      x: at % 700,
      y: Math.floor(at / 700),
      screenWidthPx: 720,
      screenHeightPx: 1600,
      pressure: 1,
      actionButton: 0,
      buttons: 0,
    });
  await post(origin, "/api/v1/gbox/android/click", { uid: bystander, x: 11, y: 1 }, token);
  for (let i = 0; i < 5_000; i += 1) for (const action of [0, 1]) screen.send(tap(action, i));
  await post(origin, "/api/v1/gbox/android/click", { uid: bystander, x: 22, y: 1 }, token);
  // The last action of the flood has been recorded.
  const flooded = async () => (await actionsOf(id, hostile, KEPT_ACTIONS)).map(({ detail }) => detail);
  await expect.poll(flooded, { interval: 500 }).toContain("99 7");
  expect(await flooded()).toHaveLength(KEPT_ACTIONS);
  const own = (await actionsOf(bystander, token, 10)).filter(({ kind }) => kind === "tap");
  expect(own.map(({ detail }) => detail)).toEqual(["22 1", "11 1"]);
  screen.terminate();
});

test("rejects a tap outside the rotated screen with its size", async () => {
  const { origin } = server();
  const { id } = await createBox(origin, hostile);
  const click = async (x: number, y: number) => {
    const answer = await post(origin, "/api/v1/gbox/android/click", { uid: id, x, y }, hostile);
    return answer.status === 200 ? "done" : ((await answer.json()) as { message: string }).message;
  };
  expect(await click(1_599, 719)).toBe("(1599, 719) is outside the screen, which is 720 pixels wide and 1600 high");
  await runInShell(origin, hostile, id, "wm user-rotation lock 1");
  expect(await click(1_599, 719)).toBe("done");
  expect(await click(719, 1_599)).toBe("(719, 1599) is outside the screen, which is 1600 pixels wide and 720 high");
  await runInShell(origin, hostile, id, "wm user-rotation lock 0; wm size 320x480");
  expect(await click(400, 400)).toBe("(400, 400) is outside the screen, which is 320 pixels wide and 480 high");
  expect(await click(319, 479)).toBe("done");
});

async function actionsOf(id: string, bearer: string, limit: number) {
  const address = `${server().origin}/api/v1/boxes/${id}/actions?limit=${limit}`;
  const answer = await fetch(address, { headers: { authorization: `Bearer ${bearer}` } });
  return getBoxActions.response.parse(await answer.json()).data;
}
