import { once } from "node:events";
import { type IncomingMessage, request as httpRequest } from "node:http";
import { PassThrough, Readable } from "node:stream";
import { MAX_OPEN_BODIES } from "@terrarium/contract/limits";
import { fileContentPath, filesPath, proxyPath } from "@terrarium/contract/proxy";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { bearer, ENDED, MINE, openProxy, OTHER_TOKEN, TOKEN } from "../testing/open-proxy.ts";

describe("files", () => {
  it.each([
    ["no token", MINE, "", 401],
    ["a wrong token", MINE, "guess", 401],
    ["a foreign sandbox", "sbx_theirs", TOKEN, 404],
    ["an ended sandbox", ENDED, TOKEN, 409],
  ])("are rejected with %s", async (_name, sandboxId, token, status) => {
    const { origin, session } = await openProxy();
    const init = token === "" ? {} : bearer(token);
    expect((await fetch(origin + filesPath(sandboxId, "/"), init)).status).toBe(status);
    expect((await fetch(origin + fileContentPath(sandboxId, "/a"), init)).status).toBe(status);
    expect((await fetch(origin + fileContentPath(sandboxId, "/a"), { ...init, method: "PUT", body: "x" })).status).toBe(
      status,
    );
    expect(session.written.size).toBe(0);
  });

  it("are listed", async () => {
    const { origin } = await openProxy();
    const answer = await fetch(origin + filesPath(MINE, "data/local/tmp"), bearer(TOKEN));
    expect(await answer.json()).toMatchObject({ path: "data/local/tmp", files: [{ name: "a.txt", sizeBytes: 3 }] });
    expect((await fetch(origin + filesPath(MINE, "nowhere"), bearer(TOKEN))).status).toBe(404);
    expect((await fetch(`${origin}${proxyPath(MINE)}files`, bearer(TOKEN))).status).toBe(400);
  });

  it("are downloaded as attachments", async () => {
    const { origin } = await openProxy();
    const answer = await fetch(origin + fileContentPath(MINE, 'dir/"ä".html'), bearer(TOKEN));
    expect(await answer.text()).toBe("abc");
    expect(answer.headers.get("content-type")).toBe("application/octet-stream");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("content-disposition")).toBe(
      `attachment; filename="___.html"; filename*=UTF-8''%22%C3%A4%22.html`,
    );
  });

  it("end a stalled download on the device and its connection", async () => {
    const { origin, session } = await openProxy();
    const content = new Readable({
      read() {
        this.push(Buffer.alloc(65_536));
      },
    });
    session.content = () => content;
    const download = httpRequest(origin + fileContentPath(MINE, "endless"), bearer(TOKEN)).end();
    const [answer] = (await once(download, "response")) as [IncomingMessage];
    const broken = new Promise((resolve) => {
      answer.once("error", resolve);
    });
    await once(content, "close");
    answer.resume();
    expect(await broken).toMatchObject({ code: "ECONNRESET" });
  });

  it.each(["application/json", "text/plain", "application/octet-stream", ""])(
    "are uploaded unchanged (%s)",
    async (type) => {
      const { origin, session } = await openProxy();
      const body = Buffer.from('{"not": json');
      const headers = { ...bearer(TOKEN).headers, ...(type === "" ? {} : { "content-type": type }) };
      const answer = await fetch(origin + fileContentPath(MINE, "a/b.json"), { method: "PUT", headers, body });
      expect(answer.status).toBe(204);
      expect(session.written.get("a/b.json")).toEqual(body);
    },
  );

  it("limits concurrent uploads per user", async () => {
    const { origin, session } = await openProxy();
    const begin = (token: string) => {
      const upload = httpRequest(origin + fileContentPath(MINE, "a"), { method: "PUT", ...bearer(token) });
      upload.on("error", () => undefined);
      upload.write("begun");
      onTestFinished(() => void upload.destroy());
      return once(upload, "response") as Promise<[IncomingMessage]>;
    };
    let writing = 0;
    session.writeFile = async () => {
      writing += 1;
      await new Promise(() => undefined);
    };
    const begun = Array.from({ length: MAX_OPEN_BODIES }, () => begin(TOKEN).catch(() => undefined));
    await expect.poll(() => writing).toBe(begun.length);
    expect((await begin(TOKEN))[0].statusCode).toBe(429);
    void begin(OTHER_TOKEN).catch(() => undefined);
    await expect.poll(() => writing).toBe(begun.length + 1);
  });

  it("report the device's rejection after any amount of data", async () => {
    const { origin } = await openProxy();
    const body = new Uint8Array(5_000_000);
    const answer = await fetch(origin + fileContentPath(MINE, "refused"), { method: "PUT", ...bearer(TOKEN), body });
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ code: "file_refused" });
  });

  it("can be aborted while the device does not answer", async () => {
    const { app, origin, noted } = await openProxy();
    const unowned = vi.fn<(error: unknown) => void>();
    process.on("uncaughtException", unowned);
    const body = new PassThrough();
    const upload = httpRequest(origin + fileContentPath(MINE, "frozen"), { method: "PUT", ...bearer(TOKEN) });
    upload.on("error", () => undefined);
    body.pipe(upload);
    const gone = new Promise((resolve) => {
      app.server.once("request", (request) => request.once("close", resolve));
    });
    body.write("x");
    await expect.poll(() => noted).toHaveLength(1);
    upload.destroy();
    await gone;
    expect((await fetch(origin + filesPath(MINE, "/"), bearer(TOKEN))).status).toBe(200);
    process.off("uncaughtException", unowned);
    expect(unowned).not.toHaveBeenCalled();
  });

  it("do not blame the device for an aborted upload", async () => {
    const { origin, session } = await openProxy();
    const failed = new Promise((resolve) => {
      session.writeFile = (_path, content) => content.toArray().then(() => undefined, resolve);
    });
    const upload = httpRequest(origin + fileContentPath(MINE, "a"), { method: "PUT", ...bearer(TOKEN) });
    upload.on("error", () => undefined);
    await new Promise<void>((resolve) => upload.write("begun", () => resolve()));
    upload.destroy();
    expect(await failed).toMatchObject({ code: "invalid_request" });
  });

  it("are rejected above 1 GiB before the upload", async () => {
    const { app, session } = await openProxy();
    const answer = await app.inject({
      method: "PUT",
      url: fileContentPath(MINE, "big"),
      headers: { authorization: `Bearer ${TOKEN}`, "content-length": String(2 ** 30 + 1) },
    });
    expect(answer.statusCode).toBe(413);
    expect(session.written.size).toBe(0);
  });
});
