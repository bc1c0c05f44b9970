import { fileContentPath, filesPath, logSocketPath, proxyPath, shellSocketPath } from "@terrarium/contract/proxy";
import { describe, expect, it } from "vitest";
import { bearer, MINE, openProxy, TOKEN } from "../testing/open-proxy.ts";

describe("page", () => {
  it("is served without a token", async () => {
    const { origin } = await openProxy();
    const answer = await fetch(`${origin}${proxyPath("sbx_any")}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(await answer.text()).toContain("Viewer");
  });

  it("adds the missing slash", async () => {
    const { origin } = await openProxy();
    const answer = await fetch(`${origin}/api/v1/proxy/sbx_any`, { redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([308, "/api/v1/proxy/sbx_any/"]);
  });
});

it("sends the device's log after a `reached` message", async () => {
  const { session, noted, connect } = await openProxy();
  const socket = connect(logSocketPath(MINE));
  const messages: string[] = [];
  socket.on("message", (data) => messages.push(String(data)));
  await expect.poll(() => messages).toEqual([JSON.stringify({ type: "reached" })]);
  session.shellOutput.write("11-21 09:41:07.000  1  1 I Tag: hello\r\n");
  await expect.poll(() => messages.join("")).toContain("hello");
  expect(noted).toEqual([]);
  socket.close();
});

it("records shells, uploads and downloads, but not listings", async () => {
  const { origin, noted, opened } = await openProxy();
  (await opened(shellSocketPath(MINE))).close();
  await fetch(origin + filesPath(MINE, "/sdcard"), bearer(TOKEN));
  await fetch(origin + fileContentPath(MINE, "/sdcard/a.txt"), bearer(TOKEN));
  await fetch(origin + fileContentPath(MINE, "/sdcard/b.txt"), { ...bearer(TOKEN), method: "PUT", body: "x" });
  expect(noted).toEqual([
    { kind: "shell", detail: "" },
    { kind: "download", detail: "/sdcard/a.txt" },
    { kind: "upload", detail: "/sdcard/b.txt" },
  ]);
});
