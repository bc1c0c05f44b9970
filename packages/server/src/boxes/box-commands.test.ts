import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import type { CommandResult } from "@terrarium/contract/box-commands";
import { COMMAND_LIMITS, DEVICE_LIMITS } from "@terrarium/contract/limits";
import { CLOSE_CODES } from "@terrarium/contract/proxy";
import type { DoneAction } from "@terrarium/device-control/action-log/service";
import { endsWithCaller } from "@terrarium/device-control/adb/commands";
import { createBoxCommandService } from "@terrarium/device-control/commands/service";
import { createDeviceSessions } from "@terrarium/device-control/session/tango-device-sessions";
import { startTestDevice, type TestDevice } from "@terrarium/device-control/testing/start-test-device";
import { createAccessChanges } from "@terrarium/platform/base/access-changes";
import { AppError } from "@terrarium/platform/base/app-error";
import { createLoneBus } from "@terrarium/platform/base/bus";
import pino from "pino";
import { Registry } from "prom-client";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { createHttpApp } from "../http/http-app.ts";
import { addBoundedClose } from "../http/listener.ts";
import { addWebSockets } from "../http/web-sockets.ts";
import { createSocketCounter } from "../sockets/socket-counter.ts";
import { registerBoxCommandRoutes, registerBoxCommandSockets } from "./command-routes.ts";

const CLOSE_GRACE_MS = 1_000;
const BOX = "/api/v1/boxes/sbx_test";

describe("commands on a real virtual device", () => {
  let device: TestDevice;
  let close: () => Promise<void>;
  let origin: string;
  let noted: DoneAction[];
  /** Command lines and outputs passed on as last lines. */
  let seen: string;
  const devices = createDeviceSessions({ log: pino({ level: "silent" }) });

  beforeAll(async () => {
    device = await startTestDevice();
    const sandboxes = {
      async requireDevice(_caller: unknown, sandboxId: string) {
        if (sandboxId !== "sbx_test") throw new AppError("sandbox_not_found", { sandboxId });
        return {
          ...device.target,
          kind: "phone" as const,
          envs: { FROM_BOX: "box", BOTH: "box" },
          workingDir: "/sdcard",
        };
      },
    };
    const actions = {
      async noting<T>(_caller: unknown, _sandboxId: string, action: DoneAction, work: () => Promise<T>) {
        noted.push(action);
        return work();
      },
    };
    const lastLines = {
      add: (_device: unknown, output: Uint8Array | string) => void (seen += Buffer.from(output).toString()),
    };
    const authenticate = async (token: string) => {
      if (token !== "key" && token !== "reader") throw new AppError("unauthorized");
      return {
        kind: "api-key",
        apiKeyId: "key_1",
        organizationId: "org_1",
        scope: token === "reader" ? "read" : "drive",
      } as const;
    };
    const app = await createHttpApp({ log: pino({ level: "silent" }), authenticate, checkResponses: true });
    const boxCommands = createBoxCommandService({ actions, sandboxes, devices, lastLines });
    registerBoxCommandRoutes(app, { boxCommands, sandboxes, publicUrl: undefined });
    const accessChanges = createAccessChanges(createLoneBus());
    const countSocket = createSocketCounter(new Registry());
    addWebSockets(app, (scope) =>
      registerBoxCommandSockets(scope, { boxCommands, sandboxes, accessChanges, countSocket }),
    );
    // Without a bound, close would wait for unused connections (those of aborted tests).
    close = addBoundedClose(app, CLOSE_GRACE_MS);
    origin = await app.listen({ host: "127.0.0.1", port: 0 });
  });
  beforeEach(() => {
    noted = [];
    seen = "";
  });
  afterAll(async () => {
    await close();
    await devices.closeAll();
    await device.stop();
  });

  async function post(
    path: string,
    body: object,
    signal?: AbortSignal,
  ): Promise<{ status: number; body: CommandResult }> {
    const answer = await fetch(`${origin}${BOX}/${path}`, {
      method: "POST",
      headers: { authorization: "Bearer key", "content-type": "application/json" },
      body: JSON.stringify(body),
      ...(signal ? { signal } : {}),
    });
    return { status: answer.status, body: (await answer.json()) as CommandResult };
  }
  const run = async (command: string | string[], how: object = {}) =>
    (await post("commands", { command, ...how })).body;
  const processes = async () => (await run("ps -A -o ARGS")).stdout;

  test("return their outputs separately, and their exit code", async () => {
    expect(await run("echo out; echo err >&2; exit 7")).toEqual({
      exitCode: 7,
      stdout: "out\n",
      stderr: "err\n",
      truncated: false,
      timedOut: false,
    });
    expect(noted).toEqual([{ kind: "command", detail: "echo out; echo err >&2; exit 7" }]);
    const [line, ...outputs] = seen.trimEnd().split("\n");
    expect([line, outputs.toSorted()]).toEqual(["$ echo out; echo err >&2; exit 7", ["err", "out"]]);
  });

  test("use the sandbox's variables and folder, overridden by their own", async () => {
    const line = 'echo "$FROM_BOX $BOTH $OWN $PWD"';
    const how = { envs: { BOTH: "own", OWN: "it's $5" }, workingDir: "Download" };
    expect((await run(line, how)).stdout).toBe("box own it's $5 /sdcard/Download\n");
    expect((await run(["echo", "a  b", "$FROM_BOX"])).stdout).toBe("a  b $FROM_BOX\n");
    expect(await run("true", { workingDir: "/nowhere" })).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("nowhere"),
    });
  });

  test("end on the device at their timeout, with partial output", async () => {
    const result = await run("echo begun; sleep 4321; echo never", { timeout: "1s" });
    expect(result).toMatchObject({ exitCode: 124, stdout: "begun\n", timedOut: true });
    await expect.poll(processes).not.toContain("sleep 4321");
  });

  test("end on the device when the client disconnects", async () => {
    const gone = new AbortController();
    const asked = post("commands", { command: "sleep 5432" }, gone.signal);
    await expect.poll(processes).toContain("sleep 5432");
    gone.abort();
    await expect(asked).rejects.toThrow("aborted");
    await expect.poll(processes).not.toContain("sleep 5432");
  });

  test("truncate a long output between characters", async () => {
    const { stdout, truncated } = await run("echo -n x; yes € | head -n 400000 | tr -d '\\n'");
    expect(truncated).toBe(true);
    expect(stdout).toBe(`x${"€".repeat(Math.floor((COMMAND_LIMITS.outputBytes - 1) / 3))}`);
  });

  test("may print any amount; the start is kept and reported", async () => {
    const { stdout, truncated, exitCode } = await run("head -c 3000000 /dev/zero | tr '\\0' x; echo $? >&2");
    expect({ length: stdout.length, truncated, exitCode }).toEqual({
      length: COMMAND_LIMITS.outputBytes,
      truncated: true,
      exitCode: 0,
    });
  });

  test("are rejected beyond the device's limit, to retry", async () => {
    const gone = new AbortController();
    const held = Array.from({ length: DEVICE_LIMITS.commands }, () =>
      post("commands", { command: "sleep 60" }, gone.signal).catch(() => undefined),
    );
    await expect.poll(async () => (await post("commands", { command: "true" })).status).toBe(429);
    gone.abort();
    await Promise.all(held);
    await expect.poll(async () => (await post("commands", { command: "true" })).status).toBe(200);
  });

  test.each([
    ["no command", {}],
    ["an empty command", { command: "" }],
    ["no words", { command: [] }],
    ["an invalid variable name", { command: "x", envs: { "a b": "" } }],
    ["too long a time", { command: "x", timeout: "11m" }],
    ["a zero timeout", { command: "x", timeout: "0s" }],
    ["invalid base64 input", { command: "x", stdin: { base64: "a b" } }],
    ["too much input", { command: "x", stdin: "x".repeat(COMMAND_LIMITS.stdinChars + 1) }],
    ["too long a line", { command: "x".repeat(COMMAND_LIMITS.maxChars + 1) }],
  ])("are rejected with %s", async (_name, body) => {
    expect((await post("commands", body)).status).toBe(400);
  });

  test("read empty input unless the request has some", async () => {
    expect(await run("cat; echo done")).toMatchObject({ stdout: "done\n", exitCode: 0, timedOut: false });
    expect(await run("wc -c")).toMatchObject({ stdout: "0\n", exitCode: 0 });
  });

  test("read the request's input to its end", async () => {
    expect(await run("cat", { stdin: "héllo\n你好" })).toMatchObject({ stdout: "héllo\n你好", exitCode: 0 });
    const script = await post("run-code", { code: 'read -r line; echo "got $line"', stdin: "a line\nanother\n" });
    expect(script.body).toMatchObject({ stdout: "got a line\n", exitCode: 0 });
  });

  test("read binary input from base64", async () => {
    const bytes = Buffer.from(Array.from({ length: 400_000 }, (_, index) => (index * 7) % 256));
    const { stdout } = await run("sha256sum", { stdin: { base64: bytes.toString("base64") } });
    expect(stdout).toContain(createHash("sha256").update(bytes).digest("hex"));
  });

  test("end without reading their input", async () => {
    const stdin = "x".repeat(COMMAND_LIMITS.stdinChars);
    expect(await run("true", { stdin })).toMatchObject({ exitCode: 0 });
    expect(await run("head -c 3", { stdin })).toMatchObject({ stdout: "xxx", exitCode: 0 });
  });

  test("run scripts in bash with arguments and reject missing languages", async () => {
    expect(
      (await post("run-code", { code: 'for i in "$@"; do echo "[$i]"; done', argv: ["a b", "c"] })).body,
    ).toMatchObject({
      stdout: "[a b]\n[c]\n",
      exitCode: 0,
    });
    const python = await post("run-code", { code: "print(1)", language: "python" });
    expect(python).toMatchObject({
      status: 422,
      body: {
        code: "not_possible",
        message: "Code in python is not possible here: the device lacks it; it has bash",
      },
    });
    expect(noted).toEqual([{ kind: "command", detail: "bash" }]);
  });

  describe("over a WebSocket", () => {
    async function addressOf(kind: "command" | "runCode"): Promise<string> {
      const answer = await fetch(`${origin}${BOX}/websocket-url`, { headers: { authorization: "Bearer key" } });
      return ((await answer.json()) as Record<string, string>)[kind] ?? "";
    }
    async function open(kind: "command" | "runCode", token = "key"): Promise<WebSocket> {
      const socket = new WebSocket(await addressOf(kind), { headers: { authorization: `Bearer ${token}` } });
      await once(socket, "open");
      return socket;
    }
    async function talk(kind: "command" | "runCode", message: unknown): Promise<object[]> {
      const socket = await open(kind);
      const events: object[] = [];
      socket.on("message", (data) => void events.push(JSON.parse(String(data)) as object));
      socket.send(typeof message === "string" ? message : JSON.stringify(message));
      await once(socket, "close");
      return events;
    }

    test("send their output as it arrives, then the end", async () => {
      const events = await talk("command", { command: { command: "echo 你好; exit 3" } });
      expect(events).toEqual([
        { event: "stdout", data: "你好\n" },
        { event: "end", exitCode: 3, timedOut: false },
      ]);
      expect(await talk("runCode", { runCode: { code: "echo $1 >&2", argv: ["x"] } })).toEqual([
        { event: "stderr", data: "x\n" },
        { event: "end", exitCode: 0, timedOut: false },
      ]);
    });

    test("send non-text output with all its bytes", async () => {
      const events = await talk("command", { command: { command: String.raw`printf 'a\377b\344'` } });
      const bytes = (events as { data: string; base64?: string }[])
        .slice(0, -1)
        .map(({ data, base64 }) => (base64 === undefined ? Buffer.from(data) : Buffer.from(base64, "base64")));
      expect(Buffer.concat(bytes).toString("latin1")).toBe("a\xffb\xe4");
    });

    /** Sends a command's opening message, then the rest. Returns the events until the socket closes. */
    async function converse(command: object, then: (socket: WebSocket) => void) {
      const socket = await open("command");
      const events: { event: string; data?: string; takenBytes?: number; exitCode?: number }[] = [];
      socket.on("message", (data) => void events.push(JSON.parse(String(data)) as (typeof events)[number]));
      const closed = once(socket, "close") as Promise<[number, Buffer]>;
      socket.send(JSON.stringify(command));
      then(socket);
      const [code, reason] = await closed;
      const printed = events.flatMap(({ event, data }) => (event === "stdout" ? [data] : [])).join("");
      const takenBytes = events.reduce((sum, event) => sum + (event.takenBytes ?? 0), 0);
      return { code, reason: reason.toString(), printed, takenBytes, end: events.at(-1) };
    }
    const END_OF_INPUT = JSON.stringify({ stdin: "end" });

    test("stream input and report the consumed amount", async () => {
      const opening = { command: { command: "sha256sum", stdin: "first " }, stdin: "stream" };
      const parts = [Buffer.from([0, 255, 254]), Buffer.from("你好"), Buffer.alloc(200_000, 7)];
      const { printed, takenBytes, end } = await converse(opening, (socket) => {
        for (const part of parts) socket.send(part);
        socket.send(END_OF_INPUT);
      });
      const expected = createHash("sha256").update(Buffer.concat([Buffer.from("first "), ...parts]));
      expect(printed).toContain(expected.digest("hex"));
      expect(takenBytes).toBe(Buffer.concat(parts).length);
      expect(end).toEqual({ event: "end", exitCode: 0, timedOut: false });
    });

    test("end while their input is still open", async () => {
      const { printed, end } = await converse({ command: { command: "head -n 1" }, stdin: "stream" }, (socket) =>
        socket.send(Buffer.from("one\ntwo\n")),
      );
      expect(printed).toBe("one\n");
      expect(end).toMatchObject({ event: "end", exitCode: 0 });
    });

    test("reject more input than the window, in any pieces", async () => {
      const { code, reason } = await converse({ command: { command: "sleep 60" }, stdin: "stream" }, (socket) => {
        for (let sent = 0; sent <= COMMAND_LIMITS.stdinWindowBytes + 1_000_000; sent += 65_536)
          socket.send(Buffer.alloc(65_536));
      });
      expect({ code, reason }).toEqual({
        code: CLOSE_CODES.badRequest,
        reason: expect.stringContaining(String(COMMAND_LIMITS.stdinWindowBytes)),
      });
      await expect.poll(processes).not.toContain("sleep 60");
    });

    test.each([
      ["a second command", { command: { command: "sleep 61" } }, JSON.stringify({ command: { command: "true" } })],
      ["unannounced input", { command: { command: "sleep 61" } }, Buffer.from("x")],
      ["a text among the input", { command: { command: "sleep 61" }, stdin: "stream" }, "hello"],
    ])("close with a reason on %s", async (_what, opening, message) => {
      const { code } = await converse(opening, (socket) => socket.send(message));
      expect(code).toBe(CLOSE_CODES.badRequest);
      await expect.poll(processes).not.toContain("sleep 61");
    });

    test("close with a reason on input after its end", async () => {
      const { code } = await converse({ command: { command: "sleep 62" }, stdin: "stream" }, (socket) => {
        socket.send(END_OF_INPUT);
        socket.send(Buffer.from("x"));
      });
      expect(code).toBe(CLOSE_CODES.badRequest);
    });

    test.each([
      ["not JSON"],
      [{}],
      [{ command: { command: 1 } }],
      [{ command: { command: "x" }, runCode: { code: "x" } }],
    ])("report %j as errors of the command", async (message) => {
      const events = await talk("command", message);
      expect(events.at(-1)).toMatchObject({ event: "end", exitCode: 125, code: expect.stringMatching(/^invalid_/) });
      expect(events[0]).toMatchObject({ event: "stderr" });
    });

    test("reject read-only keys when they request the address", async () => {
      const answer = await fetch(`${origin}${BOX}/websocket-url`, { headers: { authorization: "Bearer reader" } });
      expect({ status: answer.status, body: await answer.json() }).toMatchObject({
        status: 403,
        body: { code: "scope_required", message: expect.stringContaining('needs the scope "drive"') },
      });
    });

    test.each([
      ["strangers", "other", "401"],
      ["read-only keys", "reader", "403"],
    ])("reject %s before they open", async (_who, token, status) => {
      const socket = new WebSocket(await addressOf("command"), { headers: { authorization: `Bearer ${token}` } });
      const [error] = (await once(socket, "error")) as [Error];
      expect(error.message).toContain(status);
    });

    test("end on the device at close, also with unread output", async () => {
      const socket = await open("command");
      socket.send(JSON.stringify({ command: { command: "yes unread" } }));
      await once(socket, "message");
      socket.pause();
      await expect.poll(processes).toContain("yes unread");
      socket.terminate();
      await expect.poll(processes).not.toContain("yes unread");
    });
  });
});

test("a hangup ends all processes when only the shell gets it", async () => {
  const shell = spawn("sh", ["-c", endsWithCaller("sleep 76543 | cat; echo never")], {
    stdio: "ignore",
    detached: true,
  });
  const sleeps = () => execFileSync("ps", ["-eo", "args"]).toString().includes("sleep 76543\n");
  await expect.poll(sleeps).toBe(true);
  process.kill(shell.pid!, "SIGHUP");
  await expect.poll(sleeps).toBe(false);
});

test("keeps exit code and outputs when ending with the caller", () => {
  const script = `${endsWithCaller("echo out; echo err >&2; exit 7")}; echo "code $?"`;
  expect(execFileSync("sh", ["-c", script], { stdio: ["ignore", "pipe", "ignore"] }).toString()).toBe("out\ncode 7\n");
});
