import { generateKeyPairSync } from "node:crypto";
import { Command } from "@terrarium/adb/packet";
import { describe, expect, test } from "vitest";
import { openDaemon } from "../testing/open-daemon.ts";

describe("a client", () => {
  test("receives the device's identity and features in a valid banner", async () => {
    const { logged, connect } = await openDaemon();
    const peer = await connect();
    const banner = await peer.connected.promise;
    expect(banner).toMatch(
      /^device::ro\.product\.name=moss_1;ro\.product\.model=Terrarium;ro\.product\.device=fern;features=/,
    );
    expect(banner).toContain("shell_v2");
    expect(logged.join("\n")).toContain("skipped an authorized key");
    expect(logged.join("\n")).toContain("cannot read authorized keys");
  });

  test("with another key is rejected and logged", async () => {
    const { logged, connect } = await openDaemon();
    const stranger = await connect({ key: generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey });
    stranger.send(Command.AUTH, 3, 0, "key");
    await expect.poll(() => logged.join("\n")).toContain("its key is not authorized");
    stranger.open("shell:id");
    const peer = await connect();
    expect(await peer.ask("shell:id")).toBe("");
    expect(logged.filter((line) => line.startsWith("adb client connected"))).toHaveLength(1);
  });

  test("keeps its connection among many silent ones", async () => {
    const { connect } = await openDaemon();
    const peer = await connect();
    const crowd = await Promise.all(Array.from({ length: 20 }, () => connect({ introduced: false })));
    await expect.poll(() => crowd.filter(({ socket }) => socket.destroyed).length).toBeGreaterThanOrEqual(4);
    expect(peer.socket.destroyed).toBe(false);
    expect(await (await connect()).ask("shell:id")).toBe("");
  });

  test("loses only its own connection after an invalid packet", async () => {
    const { connect } = await openDaemon();
    const [bad, good] = [await connect(), await connect()];
    bad.socket.write(Buffer.alloc(24, 0xee));
    await bad.gone;
    expect(await good.ask("shell:id")).toBe("");
  });

  test("is disconnected when it asks to reconnect", async () => {
    const { logged, connect } = await openDaemon();
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
])("rejects the service %j, and serves the next", async (service) => {
  const { logged, connect } = await openDaemon();
  const peer = await connect();
  expect(await peer.ask(service)).toBeUndefined();
  expect(await peer.ask("jdwp")).toBe("");
  expect(logged.join("\n").length).toBeLessThan(3000);
});

describe("root", () => {
  test("is reported before the client disconnects, and applies to shells", async () => {
    const { told, does, connect } = await openDaemon();
    const users: (number | undefined)[] = [];
    does.serveShell = async (io, { userId }) => {
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

  test("ends when the daemon restarts and drops all clients", async () => {
    const { daemon, told, connect } = await openDaemon();
    const peer = await connect();
    daemon.restart();
    await peer.gone;
    expect(told).toEqual(["no root"]);
    expect(await (await connect()).ask("unroot:")).toBe("adbd not running as root\n");
  });
});

test("leaves a reboot to the device", async () => {
  const { told, connect } = await openDaemon();
  expect(await (await connect()).ask("reboot:")).toBe("");
  await expect.poll(() => told).toEqual(["reboot"]);
});
