import type { Duplex } from "node:stream";
import { describe, expect, test } from "vitest";
import { PeerStream } from "../testing/adb-peer.ts";
import { openDaemon } from "../testing/open-daemon.ts";

describe("adb reverse", () => {
  const okay = "OKAY";
  const fail = (reason: string): string => `FAIL${reason.length.toString(16).padStart(4, "0")}${reason}`;

  test("forwards a device socket to the client, lists and closes it", async () => {
    const { connect } = await openDaemon();
    const peer = await connect();
    expect(await peer.ask("reverse:forward:tcp:7000;tcp:8000")).toBe(okay);
    expect(await peer.ask("reverse:list-forward")).toBe("001c(reverse) tcp:7000 tcp:8000\n");
    expect(await peer.ask("reverse:killforward:tcp:7000")).toBe(okay);
    expect(await peer.ask("reverse:killforward:tcp:7000")).toBe(fail("listener 'tcp:7000' not found"));
    expect(await peer.ask("reverse:list-forward")).toBe("0000");
  });

  test("uses and reports a free port for port 0", async () => {
    const { connect } = await openDaemon();
    const peer = await connect();
    expect(await peer.ask("reverse:forward:tcp:0;tcp:8000")).toBe("OKAY000532768");
    expect(await peer.ask("reverse:forward:tcp:0;tcp:8000")).toBe("OKAY000532769");
  });

  test.each([
    ["nonsense", 'unknown request "nonsense"'],
    ["forward:tcp:7000", 'unknown request "forward:tcp:7000"'],
    ["forward:udp:7000;tcp:1", 'cannot bind listener: "udp:7000" is no address to listen at'],
    ["forward:tcp:70000;tcp:1", 'cannot bind listener: "tcp:70000" is no address to listen at'],
  ])("responds to %s with %j", async (request, reason) => {
    const { connect } = await openDaemon();
    expect(await (await connect()).ask(`reverse:${request}`)).toBe(fail(reason));
  });

  test("redirects an existing forward, unless norebind is given", async () => {
    const { connect } = await openDaemon();
    const peer = await connect();
    await peer.ask("reverse:forward:localabstract:a;tcp:1");
    expect(await peer.ask("reverse:forward:norebind:localabstract:a;tcp:2")).toBe(
      fail("cannot rebind existing socket"),
    );
    expect(await peer.ask("reverse:forward:localabstract:a;tcp:3")).toBe(okay);
    expect(await peer.ask("reverse:list-forward")).toContain("localabstract:a tcp:3");
  });

  test("rejects a socket that another client has forwarded", async () => {
    const { sockets, connect } = await openDaemon();
    const [peer, other] = [await connect(), await connect()];
    await peer.ask("reverse:forward:tcp:7000;tcp:1");
    expect(await other.ask("reverse:forward:tcp:7000;tcp:1")).toBe(
      fail('cannot bind listener: "tcp:7000" is already in use'),
    );
    expect(await other.ask("reverse:killforward-all")).toBe(okay);
    expect(sockets.connect("tcp:7000")).toBeDefined();
  });

  test("rejects more than 256 sockets", async () => {
    const { connect } = await openDaemon();
    const peer = await connect();
    const answers = await Promise.all(
      Array.from({ length: 257 }, (_, index) => peer.ask(`reverse:forward:localabstract:s${index};tcp:1`)),
    );
    expect(answers.filter((answer) => answer === okay)).toHaveLength(256);
    expect(answers.at(-1)).toContain("more than 256 forwards");
  });

  test("ends with its client", async () => {
    const { sockets, connect } = await openDaemon();
    const peer = await connect();
    await peer.ask("reverse:forward:tcp:7000;tcp:1");
    peer.socket.destroy();
    await expect.poll(() => sockets.connect("tcp:7000")).toBeUndefined();
  });

  async function bytesOf(socket: Duplex): Promise<string> {
    const parts: Buffer[] = [];
    for await (const part of socket) parts.push(part as Buffer);
    return Buffer.concat(parts).toString();
  }

  test("passes data both ways, and the client's end of stream", async () => {
    const { sockets, connect } = await openDaemon();
    const peer = await connect();
    await peer.ask("reverse:forward:tcp:7000;tcp:8000");
    const theirs = new PeerStream(500);
    peer.onOpen = (service) => (service === "tcp:8000" ? theirs : undefined);
    const socket = sockets.connect("tcp:7000");
    if (!socket) throw new Error("nobody listens");
    socket.write("question");
    await expect.poll(() => theirs.received.toString()).toBe("question");
    peer.write(theirs, "answer");
    peer.close(theirs);
    expect(await bytesOf(socket)).toBe("answer");
  });

  test("closes a socket that the client rejects", async () => {
    const { sockets, connect } = await openDaemon();
    const peer = await connect();
    await peer.ask("reverse:forward:tcp:7000;tcp:8000");
    const socket = sockets.connect("tcp:7000");
    if (!socket) throw new Error("nobody listens");
    expect(await bytesOf(socket).catch(() => "cut off")).toMatch(/^(cut off)?$/);
  });
});
