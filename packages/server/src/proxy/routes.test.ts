import { once } from "node:events";
import { type IncomingMessage, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { PassThrough, Readable } from "node:stream";
import { DEVICE_LIMITS } from "@terrarium/contract/limits";
import {
  BEARER_PROTOCOL_PREFIX,
  fileContentPath,
  filesPath,
  logSocketPath,
  PROXY_PROTOCOL,
  proxyPath,
  screenSocketPath,
  shellSocketPath,
} from "@terrarium/contract/proxy";
import { serializeControlMessage } from "@terrarium/scrcpy/control-serializer";
import type { FastifyInstance } from "fastify";
import pino from "pino";
import { Registry } from "prom-client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import type { DoneAction } from "../actions/service.ts";
import { createAccessChanges, type AccessChanges } from "../base/access-changes.ts";
import { AppError } from "../base/app-error.ts";
import { createLoneBus } from "../base/bus.ts";
import type { Caller } from "../base/caller.ts";
import type { DeviceSession, ScreenViewer, ShellEnd } from "../devices/device-session.ts";
import { receivedPacket } from "../devices/testing/received-packet.ts";
import { createHttpApp } from "../http/http-app.ts";
import { addWebSockets } from "../http/web-sockets.ts";
import { createSocketCounter } from "../sockets/socket-counter.ts";
import { unreachedDevice } from "../testing/test-sandbox.ts";
import { registerProxyRoutes } from "./routes.ts";

const MINE = "sbx_mine";
const OTHERS = ["sbx_second", "sbx_third"];
const ENDED = "sbx_ended";
const TOKEN = "session-token";
/** Of another user. */
const OTHER_TOKEN = "another-session-token";
/** Of API keys with these scopes. */
const READ_TOKEN = "read-key";
const DRIVE_TOKEN = "drive-key";
const STALLED_TRANSFER_MS = 100;

/** A device session that remembers what it was asked. */
class FakeSession implements DeviceSession {
  viewer: ScreenViewer | undefined;
  controls: Uint8Array[] = [];
  shellInput: string[] = [];
  shellSizes: unknown[] = [];
  shellOutput = new PassThrough();
  endShell: (end: ShellEnd) => void = () => undefined;
  written = new Map<string, Buffer>();
  openConnections = 0;
  /** When what is typed has been taken. */
  takesInput = Promise.resolve();

  run = () => Promise.reject(new Error("not used here"));
  stream = () => Promise.reject(new Error("not used here"));
  statFile = () => Promise.reject(new Error("not used here"));
  isVirtual = () => Promise.reject(new Error("not used here"));
  typeText = () => Promise.reject(new Error("not used here"));
  screenshotPng = () => Promise.reject(new Error("not used here"));
  screenPixels = () => Promise.reject(new Error("not used here"));
  async openShell(size: { rows: number; columns: number }) {
    this.openConnections += 1;
    this.shellSizes.push(size);
    return {
      write: async (bytes: Uint8Array) => {
        this.shellInput.push(Buffer.from(bytes).toString());
        await this.takesInput;
      },
      resize: async (rows: number, columns: number) => void this.shellSizes.push({ rows, columns }),
      ended: new Promise<ShellEnd>((resolve) => (this.endShell = resolve)),
      output: this.shellOutput,
      close: () => void (this.openConnections -= 1),
    };
  }
  openLog() {
    return this.openShell({ rows: 0, columns: 0 });
  }
  async listFiles(path: string) {
    if (path === "nowhere") throw new AppError("file_not_found", { path });
    return [
      { name: "a.txt", kind: "file" as const, sizeBytes: 3, mode: 0o100644, modifiedAt: "2026-11-21T09:41:07.000Z" },
    ];
  }
  content = () => Readable.from([Buffer.from("abc")]);
  async readFile() {
    return { sizeBytes: 3, content: this.content() };
  }
  async writeFile(path: string, content: Readable) {
    if (path === "frozen") return new Promise<void>(() => undefined);
    if (path === "refused") throw new AppError("file_refused", { path, detail: "it is a folder" });
    this.written.set(path, Buffer.concat(await content.toArray()));
  }
  async watchScreen(viewer: ScreenViewer) {
    this.openConnections += 1;
    this.viewer = viewer;
    return {
      control: async (message: Uint8Array) => void this.controls.push(message),
      restart: () => undefined,
      close: () => void (this.openConnections -= 1),
    };
  }
  close = async () => undefined;
}

describe("the proxy to a sandbox's device", () => {
  let app: FastifyInstance;
  let origin: string;
  let session: FakeSession;
  let validTokens: Set<string>;
  let accessChanges: AccessChanges;
  let endedSandboxes: Set<string>;
  let deviceFails: boolean;
  let noted: { kind: string; detail: string }[];

  beforeEach(async () => {
    session = new FakeSession();
    validTokens = new Set([TOKEN, OTHER_TOKEN, READ_TOKEN, DRIVE_TOKEN]);
    accessChanges = createAccessChanges(createLoneBus());
    endedSandboxes = new Set([ENDED]);
    deviceFails = false;
    noted = [];
    const note = (_caller: Caller, sandboxId: string, { kind, detail }: DoneAction) => {
      expect(sandboxId).toBe(MINE);
      noted.push({ kind, detail });
    };
    const authenticate = async (token: string): Promise<Caller> => {
      if (!validTokens.has(token)) throw new AppError("unauthorized");
      const scope = token === READ_TOKEN ? "read" : "drive";
      if ([READ_TOKEN, DRIVE_TOKEN].includes(token))
        return { kind: "api-key", apiKeyId: token, organizationId: "org_1", scope };
      const n = token === TOKEN ? 1 : 2;
      return { kind: "session", userId: `usr_${n}`, sessionId: `ses_${n}` };
    };
    app = await createHttpApp({ log: pino({ level: "silent" }), authenticate, checkResponses: true });
    addWebSockets(app, (scope) =>
      registerProxyRoutes(scope, {
        countSocket: createSocketCounter(new Registry()),
        authenticate,
        accessChanges,
        actions: {
          note,
          async noting(caller, sandboxId, action, work) {
            note(caller, sandboxId, action);
            return work();
          },
        },
        stalledTransferMs: STALLED_TRANSFER_MS,
        viewerPage: async () => "<!doctype html><title>Viewer</title>",
        sandboxes: {
          async requireDevice(_caller, sandboxId) {
            if (endedSandboxes.has(sandboxId))
              throw new AppError("sandbox_not_running", { sandboxId, reason: "it reached its end time" });
            if (sandboxId !== MINE && !OTHERS.includes(sandboxId))
              throw new AppError("sandbox_not_found", { sandboxId });
            return unreachedDevice(sandboxId);
          },
        },
        devices: {
          async get() {
            if (deviceFails) throw new AppError("device_failed", { sandboxId: MINE, detail: "no answer" });
            return session;
          },
          end: async () => undefined,
          closeAll: async () => undefined,
        },
      }),
    );
    await app.listen({ host: "127.0.0.1", port: 0 });
    origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    vi.useRealTimers();
    await app.close();
  });

  const connect = (path: string, options: { token?: string | undefined; origin?: string } = { token: TOKEN }) =>
    new WebSocket(
      `${origin.replace("http", "ws")}${path}`,
      options.token === undefined ? [PROXY_PROTOCOL] : [PROXY_PROTOCOL, BEARER_PROTOCOL_PREFIX + options.token],
      { origin: options.origin ?? origin },
    );
  const closed = async (socket: WebSocket) => {
    const [code, reason] = await once(socket, "close");
    return { code, reason: String(reason) };
  };
  const opened = async (path: string, token = TOKEN) => {
    await expect.poll(() => session.openConnections).toBe(0);
    const socket = connect(path, { token });
    await once(socket, "open");
    await expect.poll(() => session.openConnections).toBe(1);
    return socket;
  };
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

  describe("sockets", () => {
    it.each([
      ["no token", screenSocketPath(MINE), undefined, 4401, /^Sign in again/],
      ["a wrong token", shellSocketPath(MINE), "guess", 4401, /^Sign in again/],
      ["a foreign sandbox", screenSocketPath("sbx_theirs"), TOKEN, 4404, /^No sandbox sbx_theirs in your teams/],
      ["an ended sandbox", shellSocketPath(ENDED), TOKEN, 4410, /it reached its end time$/],
      [
        "another action",
        `${proxyPath(MINE)}?action=root&udid=localhost:5555`,
        TOKEN,
        4400,
        /^Invalid request: action: must have a known action$/,
      ],
      ["another udid", `${proxyPath(MINE)}?action=shell&udid=emulator-5554`, TOKEN, 4400, /udid/],
      [
        "another remote",
        `${proxyPath(MINE)}?action=proxy-adb&remote=tcp:22&udid=localhost:5555`,
        TOKEN,
        4400,
        /remote/,
      ],
      ["no action", proxyPath(MINE), TOKEN, 4400, /action/],
    ])("closes with words for %s", async (_name, path, token, code, reason) => {
      expect(await closed(connect(path, { token }))).toEqual({ code, reason: expect.stringMatching(reason) });
      expect(session.openConnections).toBe(0);
    });

    it("closes with words when the device does not answer", async () => {
      deviceFails = true;
      expect(await closed(connect(screenSocketPath(MINE)))).toEqual({
        code: 4502,
        reason: expect.stringContaining("no answer"),
      });
    });

    it("refuses pages of other origins", async () => {
      const socket = connect(screenSocketPath(MINE), { token: TOKEN, origin: "https://evil.example" });
      const [error] = await once(socket, "error");
      expect(String(error)).toContain("403");
    });

    it("answers an upgrade anywhere else as usual, and ends its connection", async () => {
      const socket = connect("/api/v1/nowhere");
      const [error] = await once(socket, "error");
      expect(String(error)).toContain("404");
    });

    it("never answers with the token", async () => {
      const socket = await opened(screenSocketPath(MINE));
      expect(socket.protocol).toBe(PROXY_PROTOCOL);
      socket.close();
    });

    it("lets go of the device when the browser leaves", async () => {
      const socket = await opened(screenSocketPath(MINE));
      socket.terminate();
      await expect.poll(() => session.openConnections).toBe(0);
    });

    it("refuses messages larger than 1 MiB", async () => {
      const socket = await opened(shellSocketPath(MINE));
      socket.send(new Uint8Array(1_048_577));
      expect((await closed(socket)).code).toBe(1009);
    });

    it("lets one caller have so many open on all sandboxes together, whatever others have", async () => {
      const { perSandbox, perCaller } = DEVICE_LIMITS.sockets;
      const [second = "", third = ""] = OTHERS;
      const full = [MINE, second].flatMap((id) => Array.from({ length: perSandbox }, () => logSocketPath(id)));
      expect(full).toHaveLength(perCaller);
      const sockets = full.map((path) => connect(path));
      await Promise.all(sockets.map((socket) => once(socket, "open")));
      await expect.poll(() => session.openConnections).toBe(perCaller);
      expect(await closed(connect(logSocketPath(third)))).toEqual({
        code: 4429,
        reason: `${perCaller} screens, shells and logs are open at once, which is the most; close one first`,
      });
      const others = connect(logSocketPath(third), { token: OTHER_TOKEN });
      await expect.poll(() => session.openConnections).toBe(perCaller + 1);
      sockets[0]?.close();
      await expect.poll(() => session.openConnections).toBe(perCaller);
      const next = connect(logSocketPath(third));
      await expect.poll(() => session.openConnections).toBe(perCaller + 1);
      for (const socket of [...sockets, others, next]) socket.terminate();
    });

    it("lets one sandbox and one caller have so many open, and one more when one was closed", async () => {
      const { perSandbox } = DEVICE_LIMITS.sockets;
      const sockets = Array.from({ length: perSandbox }, () => connect(logSocketPath(MINE)));
      await Promise.all(sockets.map((socket) => once(socket, "open")));
      await expect.poll(() => session.openConnections).toBe(perSandbox);
      const refused = connect(logSocketPath(MINE));
      expect(await closed(refused)).toEqual({
        code: 4429,
        reason: `${perSandbox} screens, shells and logs are open at once, which is the most; close one first`,
      });
      sockets[0]?.close();
      await expect.poll(() => session.openConnections).toBe(perSandbox - 1);
      const next = connect(logSocketPath(MINE));
      await once(next, "open");
      await expect.poll(() => session.openConnections).toBe(perSandbox);
      for (const socket of [...sockets, next]) socket.terminate();
    });

    it("reads no more of a flood of input, resizes too, than the device takes", async () => {
      session.takesInput = new Promise(() => undefined);
      const socket = await opened(shellSocketPath(MINE));
      const half = new Uint8Array(524_288);
      for (let i = 0; i < 64; i += 1) socket.send(half);
      for (let i = 0; i < 64; i += 1) socket.send(JSON.stringify({ type: "resize", rows: 24, columns: 80 + i }));
      await expect.poll(() => session.shellInput).toHaveLength(1);
      // A second socket's input comes through, by when the first one's would have.
      session.takesInput = Promise.resolve();
      const other = connect(shellSocketPath(MINE), { token: TOKEN });
      await once(other, "open");
      other.send(Buffer.from("x"));
      await expect.poll(() => session.shellInput).toContain("x");
      expect(session.shellInput.filter((input) => input !== "x")).toHaveLength(1);
      expect(session.shellSizes).toHaveLength(2);
      socket.terminate();
      other.terminate();
    });

    it("says goodbye when the server shuts down", async () => {
      const socket = await opened(screenSocketPath(MINE));
      const ended = closed(socket);
      await app.close();
      expect(await ended).toEqual({ code: 1012, reason: "The server is shutting down; try again" });
    });

    it.each([
      ["signs out", () => validTokens.clear(), 4401],
      ["loses the sandbox", () => endedSandboxes.add(MINE), 4410],
    ])("closes within half a minute when the user %s", async (_name, change, code) => {
      vi.useFakeTimers({ toFake: ["setInterval"] });
      const socket = await opened(screenSocketPath(MINE));
      change();
      const ended = closed(socket);
      await vi.advanceTimersByTimeAsync(30_000);
      expect((await ended).code).toBe(code);
    });

    it("closes at once when this server takes the access away", async () => {
      const socket = await opened(screenSocketPath(MINE));
      const ended = closed(socket);
      accessChanges.announce();
      validTokens.clear();
      accessChanges.announce();
      expect((await ended).code).toBe(4401);
    });
  });

  describe("screen socket", () => {
    it("sends events as text and packets as they are", async () => {
      const socket = await opened(screenSocketPath(MINE));
      const messages: [string, boolean][] = [];
      socket.on("message", (data, isBinary) => messages.push([String(data), isBinary]));
      session.viewer?.event({ type: "clipboard", text: "hi" });
      const packet = receivedPacket("config");
      session.viewer?.packet(packet);
      await vi.waitFor(() =>
        expect(messages).toEqual([
          ['{"type":"clipboard","text":"hi"}', false],
          [String(Buffer.from(packet.bytes)), true],
        ]),
      );
      socket.close();
    });

    it("passes on control messages, and closes on what is none", async () => {
      const socket = await opened(screenSocketPath(MINE));
      const home = serializeControlMessage({ type: "key", action: 0, keyCode: 3, repeat: 0, metaState: 0 });
      socket.send(home);
      await expect.poll(() => session.controls).toEqual([home]);
      socket.send(Uint8Array.of(2, 0, 0));
      expect(await closed(socket)).toEqual({ code: 4400, reason: "A control message could not be read" });
      expect(session.controls).toHaveLength(1);
    });

    it("is only watched with a key that may only read", async () => {
      const home = serializeControlMessage({ type: "key", action: 0, keyCode: 3, repeat: 0, metaState: 0 });
      const watching = await opened(screenSocketPath(MINE), READ_TOKEN);
      watching.send(home);
      // What cannot be read ends the socket, so that all before it was looked at by then.
      watching.send(Uint8Array.of(2, 0, 0));
      expect((await closed(watching)).code).toBe(4400);
      expect([session.controls, noted]).toEqual([[], []]);
      const driving = await opened(screenSocketPath(MINE), DRIVE_TOKEN);
      driving.send(home);
      await expect.poll(() => session.controls).toEqual([home]);
      driving.close();
    });

    it("notes what is done on it", async () => {
      const socket = await opened(screenSocketPath(MINE));
      for (const action of [0, 1])
        socket.send(serializeControlMessage({ type: "key", action, keyCode: 3, repeat: 0, metaState: 0 }));
      await expect.poll(() => noted).toEqual([{ kind: "key", detail: "home" }]);
      socket.close();
    });

    it("tells why the screen ended", async () => {
      const socket = await opened(screenSocketPath(MINE));
      session.viewer?.end({ cause: "sandbox-ended", detail: "Ada ended it" });
      expect(await closed(socket)).toEqual({ code: 4410, reason: "Ada ended it" });
    });

    it("tells a broken device from one whose sandbox ended", async () => {
      const broken = await opened(screenSocketPath(MINE));
      session.viewer?.end({ cause: "device-failed", detail: "the stream stopped" });
      expect(await closed(broken)).toEqual({ code: 4502, reason: "the stream stopped" });

      const ended = await opened(screenSocketPath(MINE));
      endedSandboxes.add(MINE);
      session.viewer?.end({ cause: "device-failed", detail: "the stream stopped" });
      expect((await closed(ended)).code).toBe(4410);
    });
  });

  describe("shell socket", () => {
    it("is a terminal: input, output, resize, exit after the last output", async () => {
      const socket = await opened(shellSocketPath(MINE, { rows: 30, columns: 100 }));
      const messages: string[] = [];
      socket.on("message", (data) => messages.push(String(data)));
      socket.send(Buffer.from("ls\r"));
      socket.send(JSON.stringify({ type: "resize", rows: 50, columns: 120 }));
      await vi.waitFor(() =>
        expect(session.shellSizes).toEqual([
          { rows: 30, columns: 100 },
          { rows: 50, columns: 120 },
        ]),
      );
      expect(session.shellInput).toEqual(["ls\r"]);

      session.endShell({ cause: "exit", exitCode: 7 });
      session.shellOutput.end("bye");
      const { code } = await closed(socket);
      expect(messages).toEqual(["bye", '{"type":"exit","exitCode":7}']);
      expect(code).toBe(1000);
    });

    it("is refused to a key that may only read", async () => {
      expect(await closed(connect(shellSocketPath(MINE), { token: READ_TOKEN }))).toEqual({
        code: 4401,
        reason: expect.stringContaining('needs the scope "drive"'),
      });
      expect(session.openConnections).toBe(0);
      (await opened(shellSocketPath(MINE), DRIVE_TOKEN)).close();
    });

    it.each(["not json", '{"type":"resize","rows":0,"columns":80}', '{"type":"resize","rows":24,"columns":1e9}'])(
      "closes on the text message %s",
      async (text) => {
        const socket = await opened(shellSocketPath(MINE));
        socket.send(text);
        expect((await closed(socket)).code).toBe(4400);
      },
    );
  });

  describe("page", () => {
    it("is served without a token", async () => {
      const answer = await fetch(`${origin}${proxyPath("sbx_any")}`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(await answer.text()).toContain("Viewer");
    });

    it("adds the missing slash", async () => {
      const answer = await fetch(`${origin}/api/v1/proxy/sbx_any`, { redirect: "manual" });
      expect([answer.status, answer.headers.get("location")]).toEqual([308, "/api/v1/proxy/sbx_any/"]);
    });
  });

  it("sends the log of the device", async () => {
    const socket = await opened(logSocketPath(MINE));
    const messages: string[] = [];
    socket.on("message", (data) => messages.push(String(data)));
    session.shellOutput.write("11-21 09:41:07.000  1  1 I Tag: hello\r\n");
    await expect.poll(() => messages.join("")).toContain("hello");
    expect(noted).toEqual([]);
    socket.close();
  });

  it("notes a shell, uploads and downloads, and not who only looks", async () => {
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

  describe("files", () => {
    it.each([
      ["no token", MINE, "", 401],
      ["a wrong token", MINE, "guess", 401],
      ["a foreign sandbox", "sbx_theirs", TOKEN, 404],
      ["an ended sandbox", ENDED, TOKEN, 409],
    ])("are refused with %s", async (_name, sandboxId, token, status) => {
      const init = token === "" ? {} : bearer(token);
      expect((await fetch(origin + filesPath(sandboxId, "/"), init)).status).toBe(status);
      expect((await fetch(origin + fileContentPath(sandboxId, "/a"), init)).status).toBe(status);
      expect(
        (await fetch(origin + fileContentPath(sandboxId, "/a"), { ...init, method: "PUT", body: "x" })).status,
      ).toBe(status);
      expect(session.written.size).toBe(0);
    });

    it("are listed", async () => {
      const answer = await fetch(origin + filesPath(MINE, "data/local/tmp"), bearer(TOKEN));
      expect(await answer.json()).toMatchObject({ path: "data/local/tmp", files: [{ name: "a.txt", sizeBytes: 3 }] });
      expect((await fetch(origin + filesPath(MINE, "nowhere"), bearer(TOKEN))).status).toBe(404);
      expect((await fetch(`${origin}${proxyPath(MINE)}files`, bearer(TOKEN))).status).toBe(400);
    });

    it("are downloaded, never shown", async () => {
      const answer = await fetch(origin + fileContentPath(MINE, 'dir/"ä".html'), bearer(TOKEN));
      expect(await answer.text()).toBe("abc");
      expect(answer.headers.get("content-type")).toBe("application/octet-stream");
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(answer.headers.get("content-disposition")).toBe(
        `attachment; filename="___.html"; filename*=UTF-8''%22%C3%A4%22.html`,
      );
    });

    it("that nobody reads on are let go of by the device, and their connection ends", async () => {
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
      "are uploaded as they are (%s)",
      async (type) => {
        const body = Buffer.from('{"not": json');
        const headers = { ...bearer(TOKEN).headers, ...(type === "" ? {} : { "content-type": type }) };
        const answer = await fetch(origin + fileContentPath(MINE, "a/b.json"), { method: "PUT", headers, body });
        expect(answer.status).toBe(204);
        expect(session.written.get("a/b.json")).toEqual(body);
      },
    );

    it("are refused by the device with words, after however much was sent", async () => {
      const body = new Uint8Array(5_000_000);
      const answer = await fetch(origin + fileContentPath(MINE, "refused"), { method: "PUT", ...bearer(TOKEN), body });
      expect(answer.status).toBe(409);
      expect(await answer.json()).toMatchObject({ code: "file_refused" });
    });

    it("that are given up while the device does not answer harm nobody", async () => {
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

    it("are refused before they are sent if larger than 1 GiB", async () => {
      const answer = await app.inject({
        method: "PUT",
        url: fileContentPath(MINE, "big"),
        headers: { authorization: `Bearer ${TOKEN}`, "content-length": String(2 ** 30 + 1) },
      });
      expect(answer.statusCode).toBe(413);
      expect(session.written.size).toBe(0);
    });
  });
});
