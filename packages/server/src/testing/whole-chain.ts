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
 * For tests: uses a sandbox like a user, from sign-in to its end, by API calls only. The device is real, from any
 * provider, and must have the given screen size.
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

/**
 * For tests: creates a Linux box of this template from a snapshot of another one. Returns the home contents of both.
 */
export async function driveSnapshot(
  app: TestApp,
  token: string,
  templateId: string,
): Promise<{ found: unknown; kept: unknown }> {
  const post = (path: string, body: object) => app.call("POST", `/api/v1/${path}`, { token, body });
  const create = async (more: object = {}): Promise<string> => {
    const config = { templateId, expiresIn: "10m", ...more };
    const { status, body } = await post("boxes/linux", { timeout: "5m", config });
    expect([status, body]).toEqual([200, expect.objectContaining({ status: "running" })]);
    return body.id;
  };
  const print = async (id: string, command: string): Promise<unknown> =>
    (await post(`boxes/${id}/commands`, { command, timeout: "60s" })).body.stdout;
  const tell = "cat link .config/browser/mark; readlink link; stat -c '%A %U' deep/file; ls -A | grep -c snapshot";
  const name = `of-${templateId}`;

  const source = await create();
  const files = "mkdir -p deep .config/browser; echo hello > deep/file; chmod 700 deep/file; ln -s deep/file link";
  const kept = await print(source, `${files}; echo mark > .config/browser/mark; ${tell}`);
  expect(kept).toBe("hello\nmark\ndeep/file\n-rwx------ user\n0\n");
  expect((await post(`snapshots/${source}`, { name })).body).toMatchObject({ name, status: "Available" });
  expect((await post(`boxes/${source}/terminate`, {})).status).toBe(200);

  const box = await create({ snapshotName: name });
  const found = await print(box, tell);
  expect((await post(`boxes/${box}/terminate`, {})).status).toBe(200);
  expect((await app.call("DELETE", `/api/v1/snapshots/${name}`, { token })).status).toBe(200);
  return { found, kept };
}
