import { once } from "node:events";
import {
  BEARER_PROTOCOL_PREFIX,
  fileContentPath,
  PROXY_PROTOCOL,
  screenSocketPath,
  shellSocketPath,
} from "@terrarium/contract/proxy";
import { VideoStreamReader } from "@terrarium/scrcpy/video";
import { expect } from "vitest";
import { WebSocket } from "ws";
import type { TestApp } from "./test-app.ts";

/**
 * For tests: what somebody does with a sandbox, from the sign-in to its end, by calls of the API alone. The device is a
 * real one, whichever provider has it; its screen is as wide and high as is said.
 */
export async function driveWholeChain(app: TestApp, templateId: string, screen: { width: number; height: number }) {
  const token = await app.signIn("Ada");
  const made = await app.call("POST", "/api/v1/boxes", {
    token,
    body: { type: "android", timeout: "5m", config: { templateId, expiresIn: "5m" } },
  });
  expect(made.body).toMatchObject({ status: "running", config: { templateId, resolution: screen } });
  const id: string = made.body.id;

  const authorization = `Bearer ${token}`;
  const file = app.origin + fileContentPath(id, "/sdcard/note.txt");
  const headers = { authorization, "content-type": "application/octet-stream" };
  const pushed = await fetch(file, { method: "PUT", headers, body: "written from outside" });
  expect(pushed.status).toBe(204);
  expect(await (await fetch(file, { headers: { authorization } })).text()).toBe("written from outside");

  const connect = async (path: string) => {
    const protocols = [PROXY_PROTOCOL, BEARER_PROTOCOL_PREFIX + token];
    const socket = new WebSocket(app.origin.replace("http", "ws") + path, protocols, { origin: app.origin });
    await once(socket, "open");
    return socket;
  };
  const shell = await connect(shellSocketPath(id));
  let printed = "";
  shell.on("message", (data: Buffer, isBinary: boolean) => (printed += isBinary ? data.toString() : ""));
  shell.send(Buffer.from("cat /sdcard/note.txt; exit\r"));
  await once(shell, "close");
  expect(printed).toContain("written from outside");

  const watching = await connect(screenSocketPath(id));
  const packets: Buffer[] = [];
  watching.on("message", (data: Buffer, isBinary: boolean) => void (isBinary && packets.push(data)));
  await expect.poll(() => packets.length).toBeGreaterThanOrEqual(2);
  watching.close();
  const reader = new VideoStreamReader({ deviceMeta: false, codecMeta: false });
  const kinds = packets
    .slice(0, 2)
    .flatMap((packet) => reader.push(packet).map((event) => "kind" in event && event.kind));
  expect(kinds).toEqual(["config", "key"]);

  expect((await app.call("POST", `/api/v1/boxes/${id}/terminate`, { token })).status).toBe(200);
  const ended = await app.call("GET", `/api/v1/boxes/${id}`, { token });
  expect(ended.body).toMatchObject({ status: "terminated", reason: "user" });
  return { id, token };
}
