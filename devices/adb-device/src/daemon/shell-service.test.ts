import { ShellId, ShellPacketParser, encodeShellPacket, MAX_SHELL_DATA_BYTES } from "@terrarium/adb/shell-protocol";
import { describe, expect, test, vi } from "vitest";
import type { ShellIo, ShellRequest } from "../ports/shell.ts";
import type { AdbPeer, PeerStream } from "../testing/adb-peer.ts";
import { openDaemon } from "../testing/open-daemon.ts";

/** Starts a daemon with fake shells that record requests. */
async function openShells() {
  const { does, connect } = await openDaemon();
  const all: { request: ShellRequest; io: ShellIo }[] = [];
  does.serveShell = async (io, request) => void all.push({ io, request });
  return { all, connect };
}

describe("a shell", () => {
  test.each([
    ["shell:", { terminal: "dumb", command: undefined }],
    ["shell:ls -l", { terminal: undefined, command: "ls -l" }],
    ["shell:a:b,c:d", { terminal: undefined, command: "a:b,c:d" }],
    ["shell,v2:", { terminal: "dumb", command: undefined }],
    ["shell,v2,raw:", { terminal: undefined, command: undefined }],
    ["shell,v2,raw:echo 1", { terminal: undefined, command: "echo 1" }],
    ["shell,v2,TERM=xterm-256color,pty:top", { terminal: "xterm-256color", command: "top" }],
    ["shell,pty:line\nbreak", { terminal: "dumb", command: "line\nbreak" }],
    ["exec:cat", { terminal: undefined, command: "cat" }],
    ["exec:", { terminal: undefined, command: undefined }],
  ])("parses %j as %j", async (service, request) => {
    const { all, connect } = await openShells();
    const peer = await connect();
    await peer.open(service).opened.promise;
    await expect.poll(() => all).toHaveLength(1);
    expect(all[0]?.request).toEqual({ ...request, userId: 2000 });
  });

  test("of packets separates input, end of input, window size and outputs", async () => {
    const { all, connect } = await openShells();
    const peer = await connect();
    const stream = peer.open("shell,v2,raw:cat");
    await stream.opened.promise;
    const [{ io } = {}] = all;
    if (!io) throw new Error("no shell was asked for");
    const resized = vi.fn<() => void>();
    io.onWindowSize(resized);
    const input = Array.fromAsync(io.stdin as AsyncIterable<Buffer>);
    const sent = Buffer.concat([
      encodeShellPacket(ShellId.windowSize, Buffer.from("30x100,0x0\0")),
      encodeShellPacket(ShellId.windowSize, Buffer.from("nonsense")),
      encodeShellPacket(ShellId.stdin, Buffer.from("one")),
      Buffer.concat([Buffer.of(77), Buffer.of(2, 0, 0, 0), Buffer.from("??")]),
      encodeShellPacket(ShellId.stdin, Buffer.from("two")),
      encodeShellPacket(ShellId.closeStdin, Buffer.alloc(0)),
      encodeShellPacket(ShellId.stdin, Buffer.from("late")),
    ]);
    // Pieces that do not match packet boundaries.
    for (let at = 0; at < sent.length; at += 7) peer.write(stream, sent.subarray(at, at + 7));
    expect(Buffer.concat(await input).toString()).toBe("onetwo");
    expect([io.windowSize, resized.mock.calls.length]).toEqual([{ rows: 30, columns: 100 }, 1]);
    await io.write("stdout", Buffer.from("out"));
    await io.write("stderr", Buffer.from("err"));
    io.exit(300);
    expect(await stream.text()).toBe("\x01\x03\0\0\0out\x02\x03\0\0\0err\x03\x01\0\0\0\x2c");
  });

  test("of packets splits output larger than one packet", async () => {
    const { all, connect } = await openShells();
    const peer = await connect();
    const stream = peer.open("shell,v2,raw:screencap");
    await stream.opened.promise;
    const said = Buffer.alloc(2 * MAX_SHELL_DATA_BYTES + 3, "pixels");
    void all[0]?.io.write("stdout", said);
    all[0]?.io.exit(0);
    await stream.closed.promise;
    const packets = Array.from(new ShellPacketParser().parse(stream.received));
    expect(packets.map(({ id, data }) => [id, data.length])).toEqual([
      [ShellId.stdout, MAX_SHELL_DATA_BYTES],
      [ShellId.stdout, MAX_SHELL_DATA_BYTES],
      [ShellId.stdout, 3],
      [ShellId.exit, 1],
    ]);
    expect(Buffer.concat(packets.slice(0, 3).map(({ data }) => data)).equals(said)).toBe(true);
  });

  test("of packets is closed after an oversized packet", async () => {
    const { all, connect } = await openShells();
    const peer = await connect();
    const stream = peer.open("shell,v2,raw:cat");
    await stream.opened.promise;
    peer.write(stream, Buffer.of(0, 0xff, 0xff, 0xff, 0x7f));
    await stream.closed.promise;
    await expect.poll(() => all[0]?.io.gone.aborted).toBe(true);
    expect(await peer.ask("jdwp")).toBe("");
  });

  test.each([
    ["closes it", (peer: AdbPeer, stream: PeerStream) => peer.close(stream)],
    ["disconnects", (peer: AdbPeer) => peer.socket.destroy()],
  ])("aborts when a client %s, and drops later output", async (_name, leave) => {
    const { all, connect } = await openShells();
    const peer = await connect();
    const stream = peer.open("shell,v2,raw:cat");
    await stream.opened.promise;
    leave(peer, stream);
    const [{ io } = {}] = all;
    await expect.poll(() => io?.gone.aborted).toBe(true);
    await io?.write("stdout", Buffer.from("to nobody"));
    io?.exit(0);
    io?.exit(1);
  });

  test("without packets may finish after its client left, unless it writes", async () => {
    const { all, connect } = await openShells();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const peer = await connect();
      const streams = ["exec:cat > f", "exec:cat > g"].map((service) => peer.open(service));
      await Promise.all(streams.map(({ opened }) => opened.promise));
      for (const stream of streams) peer.close(stream);
      const [quiet, loud] = all.map(({ io }) => io);
      const ended = Promise.all(all.map(({ io }) => Array.fromAsync(io.stdin)));
      await ended;
      expect([quiet?.gone.aborted, loud?.gone.aborted]).toEqual([false, false]);
      await loud?.write("stdout", Buffer.from("x"));
      expect([quiet?.gone.aborted, loud?.gone.aborted]).toEqual([false, true]);
      vi.advanceTimersByTime(10_000);
      expect(quiet?.gone.aborted).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });
});
