import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { Command } from "@terrarium/adb/packet";
import { ShellId, encodeShellPacket } from "@terrarium/adb/shell-protocol";
import type { SyncFiles } from "@terrarium/adb/sync-server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DeviceSockets } from "../device-sockets.ts";
import type { Screen } from "../ports/screen.ts";
import type { ShellIo, ShellRequest } from "../ports/shell.ts";
import { AdbPeer, PeerStream, peerPublicKey } from "../testing/adb-peer.ts";
import { createTestScreen, type TestScreen } from "../testing/test-screen.ts";
import { AdbDaemon } from "./adb-daemon.ts";
import type { StartScrcpyServer } from "./scrcpy-service.ts";

/** Waits as long as a busy machine may take. */
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000, interval: 5 });

let folder: string;
let daemon: AdbDaemon;
let port: number;
let sockets: DeviceSockets;
let logged: string[];
let screen: TestScreen;
let peers: AdbPeer[];
/** Roots and reboots, as the device heard of them. */
let told: string[];
let serveShell: (io: ShellIo, request: ShellRequest) => Promise<void>;
let screenNow: () => Screen;
let startScrcpyServer: StartScrcpyServer;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "daemon-"));
  await writeFile(join(folder, "keys"), `nonsense\n${peerPublicKey}\n`);
  sockets = new DeviceSockets();
  logged = [];
  peers = [];
  told = [];
  screen = createTestScreen();
  screenNow = () => screen;
  serveShell = async (io) => io.exit(0);
  startScrcpyServer = () => ({ exited: Promise.resolve(0), stop: () => undefined });
  daemon = new AdbDaemon({
    device: {
      identity: () => ({ product: "moss:1", model: "Terrarium", device: "fern" }),
      screen: () => screenNow(),
      rootChanged: (root) => told.push(root ? "root" : "no root"),
      reboot: async () => void told.push("reboot"),
    },
    sockets,
    files: {} as SyncFiles, // tested with the service itself
    shell: { serve: (io, request) => serveShell(io, request) },
    startScrcpyServer: (options) => startScrcpyServer(options),
    authorizedKeyFiles: [join(folder, "missing"), join(folder, "keys")],
    log: (message, context) => logged.push(`${message} ${JSON.stringify(context ?? {})}`),
  });
  port = await daemon.listen(0, "127.0.0.1");
});

afterEach(async () => {
  for (const peer of peers) peer.socket.destroy();
  await daemon.close();
  await rm(folder, { recursive: true });
});

async function connect(options?: Parameters<typeof AdbPeer.connect>[1]): Promise<AdbPeer> {
  const peer = await AdbPeer.connect(port, options);
  peers.push(peer);
  return peer;
}

describe("a client", () => {
  test("is told what the device is, in words that fit the banner, and what it can", async () => {
    const peer = await connect();
    const banner = await peer.connected.promise;
    expect(banner).toMatch(
      /^device::ro\.product\.name=moss_1;ro\.product\.model=Terrarium;ro\.product\.device=fern;features=/,
    );
    expect(banner).toContain("shell_v2");
    expect(logged.join("\n")).toContain("skipped an authorized key");
    expect(logged.join("\n")).toContain("cannot read authorized keys");
  });

  test("with another key is not let in, and is told of", async () => {
    const stranger = await connect({ key: generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey });
    stranger.send(Command.AUTH, 3, 0, "key");
    await until(() => expect(logged.join("\n")).toContain("its key is not authorized"));
    stranger.open("shell:id");
    const peer = await connect();
    expect(await peer.ask("shell:id")).toBe("");
    expect(logged.filter((line) => line.startsWith("adb client connected"))).toHaveLength(1);
  });

  test("is not displaced by a crowd that says nothing", async () => {
    const peer = await connect();
    const crowd = await Promise.all(Array.from({ length: 20 }, () => connect({ introduced: false })));
    await until(() => expect(crowd.filter(({ socket }) => socket.destroyed).length).toBeGreaterThanOrEqual(4));
    expect(peer.socket.destroyed).toBe(false);
    expect(await (await connect()).ask("shell:id")).toBe("");
  });

  test("that sends what is no packet loses its connection, and others do not", async () => {
    const [bad, good] = [await connect(), await connect()];
    bad.socket.write(Buffer.alloc(24, 0xee));
    await bad.gone;
    expect(await good.ask("shell:id")).toBe("");
  });

  test("that asks to connect anew is let go", async () => {
    const peer = await connect();
    peer.open("reconnect");
    await peer.gone;
    expect(logged.at(-1)).toContain("adb client disconnected");
  });
});

test.each([
  "",
  "nonsense",
  "host:version",
  "tcp:80",
  "local:/dev/socket/x",
  "localabstract:nobody",
  "jdwp:1",
  "sink:many",
  "sink:-1",
  "source:-1",
  "framebuffer2",
  "shell,v2,pty,x=y",
  `tcp:${"9".repeat(5000)}`,
])("the service %j is refused, and the next is served", async (service) => {
  const peer = await connect();
  expect(await peer.ask(service)).toBeUndefined();
  expect(await peer.ask("jdwp")).toBe("");
  expect(logged.join("\n").length).toBeLessThan(3000);
});

describe("a service that answers in a line", () => {
  test.each([
    ["unroot:", "adbd not running as root\n"],
    ["remount:", 'Not running as root. Try "adb root" first.\n'],
    ["disable-verity:", "verity is not in use on this device: its /system is part of its program\n"],
    ["reboot:bootloader", "cannot reboot into bootloader: this device has nothing of that name to start\n"],
    ["tcpip:5555", "this device listens on the one port that it was started with; nothing was changed\n"],
    ["usb:", "this device listens on the one port that it was started with; nothing was changed\n"],
    ["jdwp", ""],
    ["sink:0", ""],
    ["source:10", "\0".repeat(10)],
    ["source:0", ""],
  ])("answers %s with %j", async (service, answer) => {
    expect(await (await connect()).ask(service)).toBe(answer);
  });

  test("takes so many bytes and drops them", async () => {
    const peer = await connect();
    const stream = peer.open("sink:200000");
    await stream.opened.promise;
    for (let part = 0; part < 2; part++) peer.write(stream, Buffer.alloc(100_000));
    expect(await stream.text()).toBe("");
  });

  test("gives many bytes to one who takes them, and waits for one who does not", async () => {
    const peer = await connect();
    const slow = peer.open("source:100000000");
    slow.acknowledges = false;
    const fast = peer.open("source:3000000");
    expect((await fast.text()).length).toBe(3_000_000);
    expect(slow.received.length).toBeLessThanOrEqual(1024 * 1024);
    peer.close(slow);
    expect(await peer.ask("jdwp")).toBe("");
  });

  test("keeps a list of debugged programs open, with nothing on it", async () => {
    const peer = await connect();
    const stream = peer.open("track-jdwp");
    await until(() => expect(stream.received.toString()).toBe("0000"));
    expect(await peer.ask("jdwp")).toBe("");
  });
});

describe("root", () => {
  test("is told of before the client loses its connection, and shells are root's then", async () => {
    const users: (number | undefined)[] = [];
    serveShell = async (io, { userId }) => {
      users.push(userId);
      io.exit(0);
    };
    const [peer, other] = [await connect(), await connect()];
    await peer.ask("shell:id");
    expect(await peer.ask("root:")).toBe("restarting adbd as root\n");
    await Promise.all([peer.gone, other.gone]);
    const next = await connect();
    await next.ask("shell:id");
    expect(await next.ask("root:")).toBe("adbd is already running as root\n");
    expect(await next.ask("remount:")).toContain("remount failed");
    expect(await next.ask("unroot:")).toBe("restarting adbd as non root\n");
    await next.gone;
    await (await connect()).ask("shell:id");
    expect([users, told]).toEqual([
      [2000, 0, 2000],
      ["root", "no root"],
    ]);
  });

  test("ends with a restart of the daemon, which drops all clients", async () => {
    const peer = await connect();
    daemon.restart();
    await peer.gone;
    expect(told).toEqual(["no root"]);
    expect(await (await connect()).ask("unroot:")).toBe("adbd not running as root\n");
  });
});

test("a reboot is the device's to do", async () => {
  expect(await (await connect()).ask("reboot:")).toBe("");
  await until(() => expect(told).toEqual(["reboot"]));
});

describe("the framebuffer", () => {
  test("is sent behind its layout", async () => {
    const peer = await connect();
    const bytes = Buffer.from((await peer.ask("framebuffer:")) ?? "", "latin1");
    const fields = Array.from({ length: 13 }, (_, index) => bytes.readUInt32LE(index * 4));
    expect(fields).toEqual([2, 32, 0, 320 * 480 * 4, 320, 480, 0, 8, 16, 8, 8, 8, 24].concat(8).slice(0, 13));
    expect(bytes.length).toBe(14 * 4 + 320 * 480 * 4);
    expect([...bytes.subarray(56, 60)]).toEqual([0, 120, 60, 255]);
  });

  test("is drawn four times at once for a client, however often it asks, and not for one that left", async () => {
    // Too large to be sent at once.
    Object.assign(screen.display, { widthPx: 720, heightPx: 1280 });
    const peer = await connect();
    const asked = Array.from({ length: 30 }, () => peer.open("framebuffer:"));
    for (const stream of asked) stream.acknowledges = false;
    await Promise.all(asked.map(({ opened }) => opened.promise));
    await until(() => expect(screen.display.pictures).toHaveLength(4));
    // The last first, so that those who wait have left before it is their turn.
    for (const stream of asked.toReversed()) peer.close(stream);
    expect((await peer.ask("framebuffer:"))?.length).toBeGreaterThan(0);
    expect(screen.display.pictures).toHaveLength(5);
  });
});

describe("while the system is not running", () => {
  beforeEach(() => {
    screenNow = () => {
      throw new Error("the system is not running");
    };
  });

  test.each(["framebuffer:", "shell:app_process / com.genymobile.scrcpy.Server 3.3.4"])(
    "%s fails alone: the connection goes on, and the log says why",
    async (service) => {
      const peer = await connect();
      expect(await peer.ask(service)).toBe("");
      expect(await peer.ask("jdwp")).toBe("");
      expect(logged.join("\n")).toContain("the system is not running");
    },
  );
});

describe("a shell", () => {
  const asked = (): { request: ShellRequest; io: ShellIo }[] => {
    const all: { request: ShellRequest; io: ShellIo }[] = [];
    serveShell = async (io, request) => void all.push({ io, request });
    return all;
  };

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
  ])("%j is asked for as %j", async (service, request) => {
    const all = asked();
    const peer = await connect();
    await peer.open(service).opened.promise;
    await until(() => expect(all).toHaveLength(1));
    expect(all[0]?.request).toEqual({ ...request, userId: 2000 });
  });

  test("of packets has its input, its end, its window and both outputs told apart", async () => {
    const all = asked();
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
    // In pieces that are no packets.
    for (let at = 0; at < sent.length; at += 7) peer.write(stream, sent.subarray(at, at + 7));
    expect(Buffer.concat(await input).toString()).toBe("onetwo");
    expect([io.windowSize, resized.mock.calls.length]).toEqual([{ rows: 30, columns: 100 }, 1]);
    await io.write("stdout", Buffer.from("out"));
    await io.write("stderr", Buffer.from("err"));
    io.exit(300);
    expect(await stream.text()).toBe("\x01\x03\0\0\0out\x02\x03\0\0\0err\x03\x01\0\0\0\x2c");
  });

  test("of packets that are too long is closed, and the connection goes on", async () => {
    const all = asked();
    const peer = await connect();
    const stream = peer.open("shell,v2,raw:cat");
    await stream.opened.promise;
    peer.write(stream, Buffer.of(0, 0xff, 0xff, 0xff, 0x7f));
    await stream.closed.promise;
    await until(() => expect(all[0]?.io.gone.aborted).toBe(true));
    expect(await peer.ask("jdwp")).toBe("");
  });

  test.each([
    ["closes it", (peer: AdbPeer, stream: PeerStream) => peer.close(stream)],
    ["is cut off", (peer: AdbPeer) => peer.socket.destroy()],
  ])("hears at once of a client that %s, and writes to nobody from then on", async (_name, leave) => {
    const all = asked();
    const peer = await connect();
    const stream = peer.open("shell,v2,raw:cat");
    await stream.opened.promise;
    leave(peer, stream);
    const [{ io } = {}] = all;
    await until(() => expect(io?.gone.aborted).toBe(true));
    await io?.write("stdout", Buffer.from("to nobody"));
    io?.exit(0);
    io?.exit(1);
  });

  test("without packets gets a while to work on what it was sent, unless it writes", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const all = asked();
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

describe("the mirror's server", () => {
  test.each([
    ["app_process / com.genymobile.scrcpy.Server 3.3.4 a=b", ["3.3.4", "a=b"]],
    ["CLASSPATH=/data/local/tmp/s.jar app_process -Dx=y / com.genymobile.scrcpy.Server 3.3.4", ["3.3.4"]],
    [
      "exec app_process64 / com.genymobile.scrcpy.Server 3.3.4 'n=a b' c=\"d e\" f=g\\ h",
      ["3.3.4", "n=a b", "c=d e", "f=g h"],
    ],
    ["app_process / com.genymobile.scrcpy.Server", []],
  ])("is started by %s", async (command, args) => {
    let given: readonly string[] | undefined;
    startScrcpyServer = (options) => {
      given = options.args;
      options.log("started\n");
      return { exited: Promise.resolve(7), stop: () => undefined };
    };
    const peer = await connect();
    expect(await peer.ask(`shell,v2,raw:${command}`)).toBe("\x01\x08\0\0\0started\n\x03\x01\0\0\0\x07");
    expect(given).toEqual(args);
  });

  test("ends with the client that started it", async () => {
    const stop = vi.fn<() => void>();
    startScrcpyServer = () => ({ exited: new Promise(() => undefined), stop });
    const peer = await connect();
    const stream = peer.open("shell:app_process / com.genymobile.scrcpy.Server 3.3.4");
    await stream.opened.promise;
    peer.close(stream);
    await until(() => expect(stop).toHaveBeenCalledTimes(1));
  });

  test("keeps little of what it says for a client that does not read", async () => {
    let log: (text: string) => void = () => undefined;
    startScrcpyServer = (options) => {
      ({ log } = options);
      return { exited: new Promise(() => undefined), stop: () => undefined };
    };
    const peer = await connect();
    const stream = peer.open("shell:app_process / com.genymobile.scrcpy.Server 3.3.4");
    stream.acknowledges = false;
    await stream.opened.promise;
    for (let line = 0; line < 5000; line++) log(`${line} ${"x".repeat(100)}\n`);
    stream.acknowledges = true;
    peer.send(Command.OKAY, stream.id, stream.remoteId);
    await until(() => expect(stream.received.length).toBeGreaterThan(60_000));
    expect(stream.received.length).toBeLessThanOrEqual(64 * 1024);
    await until(() => {
      log("heard again\n");
      expect(stream.received.toString()).toContain("heard again");
    });
  });
});

describe("adb reverse", () => {
  const okay = "OKAY";
  const fail = (reason: string): string => `FAIL${reason.length.toString(16).padStart(4, "0")}${reason}`;

  test("opens a socket of the device to the client, and lists and closes it", async () => {
    const peer = await connect();
    expect(await peer.ask("reverse:forward:tcp:7000;tcp:8000")).toBe(okay);
    expect(await peer.ask("reverse:list-forward")).toBe("001c(reverse) tcp:7000 tcp:8000\n");
    expect(await peer.ask("reverse:killforward:tcp:7000")).toBe(okay);
    expect(await peer.ask("reverse:killforward:tcp:7000")).toBe(fail("listener 'tcp:7000' not found"));
    expect(await peer.ask("reverse:list-forward")).toBe("0000");
  });

  test("takes a free port where none is named, and says which", async () => {
    const peer = await connect();
    expect(await peer.ask("reverse:forward:tcp:0;tcp:8000")).toBe("OKAY000532768");
    expect(await peer.ask("reverse:forward:tcp:0;tcp:8000")).toBe("OKAY000532769");
  });

  test.each([
    ["nonsense", 'unknown request "nonsense"'],
    ["forward:tcp:7000", 'unknown request "forward:tcp:7000"'],
    ["forward:udp:7000;tcp:1", 'cannot bind listener: "udp:7000" is no address to listen at'],
    ["forward:tcp:70000;tcp:1", 'cannot bind listener: "tcp:70000" is no address to listen at'],
  ])("answers %s with %j", async (request, reason) => {
    expect(await (await connect()).ask(`reverse:${request}`)).toBe(fail(reason));
  });

  test("leads a socket elsewhere, unless it is to stay", async () => {
    const peer = await connect();
    await peer.ask("reverse:forward:localabstract:a;tcp:1");
    expect(await peer.ask("reverse:forward:norebind:localabstract:a;tcp:2")).toBe(
      fail("cannot rebind existing socket"),
    );
    expect(await peer.ask("reverse:forward:localabstract:a;tcp:3")).toBe(okay);
    expect(await peer.ask("reverse:list-forward")).toContain("localabstract:a tcp:3");
  });

  test("does not take what another client has", async () => {
    const [peer, other] = [await connect(), await connect()];
    await peer.ask("reverse:forward:tcp:7000;tcp:1");
    expect(await other.ask("reverse:forward:tcp:7000;tcp:1")).toBe(
      fail('cannot bind listener: "tcp:7000" is already in use'),
    );
    expect(await other.ask("reverse:killforward-all")).toBe(okay);
    expect(sockets.connect("tcp:7000")).toBeDefined();
  });

  test("of more than 256 sockets is refused", async () => {
    const peer = await connect();
    const answers = await Promise.all(
      Array.from({ length: 257 }, (_, index) => peer.ask(`reverse:forward:localabstract:s${index};tcp:1`)),
    );
    expect(answers.filter((answer) => answer === okay)).toHaveLength(256);
    expect(answers.at(-1)).toContain("more than 256 forwards");
  });

  test("ends with its client", async () => {
    const peer = await connect();
    await peer.ask("reverse:forward:tcp:7000;tcp:1");
    peer.socket.destroy();
    await until(() => expect(sockets.connect("tcp:7000")).toBeUndefined());
  });

  async function bytesOf(socket: Duplex): Promise<string> {
    const parts: Buffer[] = [];
    for await (const part of socket) parts.push(part as Buffer);
    return Buffer.concat(parts).toString();
  }

  test("carries bytes both ways, and the end of the client's side", async () => {
    const peer = await connect();
    await peer.ask("reverse:forward:tcp:7000;tcp:8000");
    const theirs = new PeerStream(500);
    peer.onOpen = (service) => (service === "tcp:8000" ? theirs : undefined);
    const socket = sockets.connect("tcp:7000");
    if (!socket) throw new Error("nobody listens");
    socket.write("question");
    await until(() => expect(theirs.received.toString()).toBe("question"));
    peer.write(theirs, "answer");
    peer.close(theirs);
    expect(await bytesOf(socket)).toBe("answer");
  });

  test("closes a socket that the client refuses", async () => {
    const peer = await connect();
    await peer.ask("reverse:forward:tcp:7000;tcp:8000");
    const socket = sockets.connect("tcp:7000");
    if (!socket) throw new Error("nobody listens");
    expect(await bytesOf(socket).catch(() => "cut off")).toMatch(/^(cut off)?$/);
  });
});

describe("a forward to a socket of the device", () => {
  test("passes on what either side says to its last byte", async () => {
    const accepted: Duplex[] = [];
    sockets.listen("localabstract:moss", (connection) => accepted.push(connection));
    const peer = await connect();
    const stream = peer.open("localabstract:moss");
    await stream.opened.promise;
    peer.write(stream, "question");
    const [theirs] = accepted;
    await until(() => expect(String(theirs?.read())).toBe("question"));
    theirs?.end("x".repeat(300_000));
    expect((await stream.text()).length).toBe(300_000);
  });

  test("closes the device's side with the client's", async () => {
    const accepted: Duplex[] = [];
    sockets.listen("tcp:7000", (connection) => accepted.push(connection.resume()));
    const peer = await connect();
    const stream = peer.open("tcp:7000");
    await stream.opened.promise;
    peer.close(stream);
    await until(() => expect(accepted[0]?.readableEnded).toBe(true));
  });
});
