import { BEARER_PROTOCOL_PREFIX, PROXY_PROTOCOL, shellSocketPath } from "@terrarium/contract/proxy";
import { expect, test } from "vitest";
import { createBox, getBox, screenshot } from "./support/api.ts";
import { provideServer } from "./support/fixtures.ts";
import { signIn } from "./support/server.ts";

const server = provideServer();

/** Opens a shell of the device and collects its output. */
function openShell(origin: string, boxId: string, token: string) {
  const url = `${origin.replace(/^http/, "ws")}${shellSocketPath(boxId)}`;
  const socket = new WebSocket(url, [PROXY_PROTOCOL, `${BEARER_PROTOCOL_PREFIX}${token}`]);
  const shell = { socket, shown: "" };
  socket.binaryType = "arraybuffer";
  socket.addEventListener("message", ({ data }) => {
    if (data instanceof ArrayBuffer) shell.shown += Buffer.from(data).toString();
  });
  return shell;
}

/** Retries opening a shell until the rebooted device shows its prompt. */
async function openShellOnceBack(origin: string, boxId: string, token: string) {
  for (;;) {
    const shell = openShell(origin, boxId, token);
    const isOver = () => shell.shown.includes("$ ") || shell.socket.readyState === WebSocket.CLOSED;
    await expect.poll(isOver).toBe(true);
    if (shell.socket.readyState === WebSocket.OPEN) return shell;
  }
}

test("a reboot keeps the sandbox, its files and its screen", async () => {
  const { origin } = server();
  const token = await signIn(origin, "ada");
  const box = await createBox(origin, token, { templateId: "tpl_phone" });
  const before = openShell(origin, box.id, token);
  await expect.poll(() => before.shown).toContain("$ ");
  before.socket.send(Buffer.from("echo kept > /sdcard/kept; setprop debug.gone yes; reboot\r"));
  await expect.poll(() => before.socket.readyState).toBe(WebSocket.CLOSED);

  const after = await openShellOnceBack(origin, box.id, token);
  after.socket.send(Buffer.from("cat /sdcard/kept; echo gone:$(getprop debug.gone):\r"));
  await expect.poll(() => after.shown).toContain("gone::");
  expect(after.shown).toContain("kept");
  const picture = await screenshot(origin, token, box.id);
  expect([picture.width, picture.height]).toEqual([720, 1600]);
  expect((await getBox(origin, token, box.id)).status).toBe("running");
  after.socket.close();
});
