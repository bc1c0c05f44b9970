import { shellSocketPath } from "@terrarium/contract/proxy";
import { describe, expect, it } from "vitest";
import { FakeDeviceSession } from "../testing/fake-device-session.ts";
import { fakeWebSocket } from "../testing/fake-web-socket.ts";
import { closed, DRIVE_TOKEN, MINE, openProxy, READ_TOKEN } from "../testing/open-proxy.ts";
import { openShellSocket } from "./shell-socket.ts";

describe("shell socket", () => {
  it("is a terminal: input, output, resize, exit after the last output", async () => {
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

  it("is refused to a key that may only read", async () => {
    const { session, connect, opened } = await openProxy();
    expect(await closed(connect(shellSocketPath(MINE), { token: READ_TOKEN }))).toEqual({
      code: 4401,
      reason: expect.stringContaining('needs the scope "drive"'),
    });
    expect(session.openConnections).toBe(0);
    (await opened(shellSocketPath(MINE), DRIVE_TOKEN)).close();
  });

  it("looks at a few messages at a time of a flood, resizes too, and ends with the first that is none", async () => {
    const { socket, asWebSocket } = fakeWebSocket();
    const session = new FakeDeviceSession();
    const taken = Promise.withResolvers<void>();
    session.takesInput = taken.promise;
    openShellSocket(asWebSocket, await session.openShell({ rows: 24, columns: 80 }), () => undefined);
    for (let n = 0; n < 16; n += 1) socket.emit("message", Buffer.from(String(n)), true);
    for (let n = 0; n < 3; n += 1) socket.emit("message", Buffer.from("not json"), false);
    socket.emit("message", Buffer.from("behind"), true);
    expect([session.shellInput.length, socket.closes, socket.isPaused]).toEqual([16, 0, true]);
    taken.resolve();
    await expect.poll(() => socket.closes).toBe(1);
    expect(session.shellInput).not.toContain("behind");
  });

  it.each(["not json", '{"type":"resize","rows":0,"columns":80}', '{"type":"resize","rows":24,"columns":1e9}'])(
    "closes on the text message %s",
    async (text) => {
      const { opened } = await openProxy();
      const socket = await opened(shellSocketPath(MINE));
      socket.send(text);
      expect((await closed(socket)).code).toBe(4400);
    },
  );
});
