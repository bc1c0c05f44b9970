import { shellSocketPath } from "@terrarium/contract/proxy";
import { SHELL_FLOW } from "@terrarium/contract/shell-flow";
import { FakeDeviceSession } from "@terrarium/device-control/testing/fake-device-session";
import { describe, expect, it } from "vitest";
import { fakeWebSocket } from "../testing/fake-web-socket.ts";
import { closed, DRIVE_TOKEN, MINE, openProxy, READ_TOKEN } from "../testing/open-proxy.ts";
import { openShellSocket } from "./shell-socket.ts";

describe("shell socket", () => {
  it("supports input, output, resize, and exit after the last output", async () => {
    const { session, opened } = await openProxy();
    const socket = await opened(shellSocketPath(MINE, { rows: 30, columns: 100 }));
    const messages: string[] = [];
    socket.on("message", (data) => messages.push(String(data)));
    socket.send(Buffer.from("ls\r"));
    socket.send(JSON.stringify({ type: "resize", rows: 50, columns: 120 }));
    await expect
      .poll(() => session.shellSizes)
      .toEqual([
        { rows: 30, columns: 100 },
        { rows: 50, columns: 120 },
      ]);
    expect(session.shellInput).toEqual(["ls\r"]);

    session.endShell({ cause: "exit", exitCode: 7 });
    session.shellOutput.end("bye");
    const { code } = await closed(socket);
    expect(messages).toEqual(["bye", '{"type":"exit","exitCode":7}']);
    expect(code).toBe(1000);
  });

  it("rejects a read-only key", async () => {
    const { session, connect, opened } = await openProxy();
    expect(await closed(connect(shellSocketPath(MINE), { token: READ_TOKEN }))).toEqual({
      code: 4401,
      reason: expect.stringContaining('needs the scope "drive"'),
    });
    expect(session.openConnections).toBe(0);
    (await opened(shellSocketPath(MINE), DRIVE_TOKEN)).close();
  });

  it("sends one window of output, and more after acknowledgements", async () => {
    const { session, opened } = await openProxy();
    const socket = await opened(shellSocketPath(MINE));
    let received = 0;
    socket.on("message", (data: Buffer) => (received += data.length));
    const chunk = Buffer.alloc(16_384);
    const total = 64 * chunk.length;
    for (let i = 0; i < 64; i += 1) session.shellOutput.write(chunk);
    await expect.poll(() => received).toBe(SHELL_FLOW.windowBytes);
    expect(session.shellOutput.isPaused()).toBe(true);
    const acknowledge = (bytes: number) => socket.send(JSON.stringify({ type: "acknowledge", bytes }));
    acknowledge(chunk.length);
    await expect.poll(() => received).toBe(SHELL_FLOW.windowBytes + chunk.length);
    for (let bytes = chunk.length; bytes < total; bytes += chunk.length) {
      await expect.poll(() => received).toBeGreaterThan(bytes);
      acknowledge(chunk.length);
    }
    await expect.poll(() => received).toBe(total);
    socket.close();
  });

  it("processes acknowledgements while input is pending", async () => {
    const { session, opened } = await openProxy();
    const taken = Promise.withResolvers<void>();
    session.takesInput = taken.promise;
    const socket = await opened(shellSocketPath(MINE));
    const messages: string[] = [];
    let received = 0;
    socket.on("message", (data: Buffer, isBinary) => {
      if (isBinary) received += data.length;
      else messages.push(data.toString());
    });
    const { maxBytes } = SHELL_FLOW.message;
    for (let sent = 0; sent < SHELL_FLOW.windowBytes; sent += maxBytes) socket.send(Buffer.alloc(maxBytes));
    session.shellOutput.write(Buffer.alloc(SHELL_FLOW.windowBytes));
    session.shellOutput.write("more");
    await expect.poll(() => received).toBeGreaterThanOrEqual(SHELL_FLOW.windowBytes);
    socket.send(JSON.stringify({ type: "acknowledge", bytes: SHELL_FLOW.windowBytes }));
    await expect.poll(() => received).toBe(SHELL_FLOW.windowBytes + 4);
    expect(messages).toEqual([]);
    taken.resolve();
    await expect
      .poll(() => messages.reduce((sum, text) => sum + (JSON.parse(text) as { bytes: number }).bytes, 0))
      .toBe(SHELL_FLOW.windowBytes);
    socket.close();
  });

  it("stops reading while the device does not accept input", async () => {
    const { socket, asWebSocket } = fakeWebSocket();
    const session = new FakeDeviceSession();
    session.takesInput = new Promise(() => undefined);
    openShellSocket(asWebSocket, await session.openShell({ rows: 24, columns: 80 }), () => undefined);
    for (let n = 0; n < 5000; n += 1) socket.emit("message", Buffer.from("x"), true);
    expect([session.shellInput.length, socket.isPaused]).toEqual([2048, true]);
  });

  it("ignores input after an invalid message", async () => {
    const { socket, asWebSocket } = fakeWebSocket();
    const session = new FakeDeviceSession();
    openShellSocket(asWebSocket, await session.openShell({ rows: 24, columns: 80 }), () => undefined);
    for (let n = 0; n < 3; n += 1) socket.emit("message", Buffer.from("not json"), false);
    socket.emit("message", Buffer.from("behind"), true);
    expect([session.shellInput, socket.closes]).toEqual([[], 1]);
  });

  it.each([
    "not json",
    '{"type":"acknowledge","bytes":1}',
    '{"type":"acknowledge","bytes":-1}',
    '{"type":"resize","rows":0,"columns":80}',
    '{"type":"resize","rows":24,"columns":1e9}',
  ])("closes on the text message %s", async (text) => {
    const { opened } = await openProxy();
    const socket = await opened(shellSocketPath(MINE));
    socket.send(text);
    expect((await closed(socket)).code).toBe(4400);
  });
});
