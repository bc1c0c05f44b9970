import { createHash, createPrivateKey, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import type { DeviceSockets } from "@terrarium/adb-device/ports/sockets";
import { RealAdb } from "@terrarium/adb-device/testing/real-adb";
import { formatPublicKey } from "@terrarium/adb/public-key";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestDevice, type TestDevice } from "../testing/test-device.ts";

let adb: RealAdb;
let device: TestDevice;
/** The device's abstract sockets, as passed to scrcpy's server. */
let sockets: DeviceSockets;
const mirror = { args: [] as readonly string[], stopped: Promise.withResolvers<void>() };

beforeAll(async () => {
  adb = await RealAdb.start();
  device = await startTestDevice({
    authorizedKeys: adb.publicKeyFile,
    startScrcpyServer: (options) => {
      ({ sockets, args: mirror.args } = options);
      options.log("[server] INFO: hello\n");
      const exited = Promise.withResolvers<number>();
      return {
        exited: exited.promise,
        stop: () => {
          mirror.stopped.resolve();
          exited.resolve(0);
        },
      };
    },
  });
  await adb.connect(device.port);
});

afterAll(async () => {
  await adb?.close();
  await device?.close();
});

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

describe("authentication", () => {
  it("accepts the authorized key as written by adb", async () => {
    const line = (await readFile(adb.publicKeyFile, "utf8")).trim();
    const key = createPrivateKey(await readFile(adb.privateKeyFile));
    expect(formatPublicKey(key, "").trim()).toBe(line.split(" ")[0]);
    const { stdout } = await adb.run("devices", "-l");
    expect(stdout.toString()).toMatch(
      /127\.0\.0\.1:\d+ +device product:terrarium_phone model:Terrarium_Phone device:terrarium_phone/,
    );
  });

  it("shows other keys as unauthorized and rejects them", async () => {
    const stranger = await RealAdb.start();
    try {
      await stranger.connect(device.port);
      expect((await stranger.run("devices")).stdout.toString()).toMatch(/127\.0\.0\.1:\d+\s+unauthorized/);
      const { stdout, exitCode, stderr } = await stranger.run("shell", "id");
      expect(stdout.toString()).toBe("");
      expect(stderr).toContain("unauthorized");
      expect(exitCode).not.toBe(0);
    } finally {
      await stranger.close();
    }
  });
});

describe("shell", () => {
  it("returns exit code, stdout and stderr", async () => {
    const { stdout, stderr, exitCode } = await adb.run("shell", "echo out; echo err >&2; exit 42");
    expect([stdout.toString(), stderr, exitCode]).toEqual(["out\n", "err\n", 42]);
  });

  it("passes bytes both ways", async () => {
    expect((await adb.run("exec-out", "screencap", "-p")).stdout.equals(device.ui.png)).toBe(true);
    expect((await adb.run("shell", "screencap -p")).stdout.equals(device.ui.png)).toBe(true);
    const bytes = randomBytes(300_000);
    await adb.runWithInput(bytes, "exec-in", "cat > /sdcard/in.bin");
    await expect.poll(async () => (await adb.run("exec-out", "cat /sdcard/in.bin")).stdout.equals(bytes)).toBe(true);
    expect((await adb.runWithInput(bytes, "shell", "sha256sum")).stdout.toString()).toBe(`${sha256(bytes)}  -\n`);
  });

  it("runs piped lines", async () => {
    const { stdout, exitCode } = await adb.runWithInput(
      "x=1\nfor i in 1 2; do\necho $i$x\ndone\nexit 4\necho no\n",
      "shell",
    );
    expect([stdout.toString(), exitCode]).toEqual(["11\n21\n", 4]);
  });

  it("becomes a terminal on request, interruptible by Ctrl-C", async () => {
    const shell = adb.spawn("shell", "-tt");
    let shown = "";
    shell.stdout.on("data", (chunk: Buffer) => (shown += chunk.toString()));
    const see = (text: string) => expect.poll(() => shown).toContain(text);
    await see("generic:/ $ ");
    shell.stdin.write("cd /sdcard; echo $((40+2))\r");
    await see("42\r\ngeneric:/sdcard $ ");
    shell.stdin.write("echo started; while true; do :; done\r");
    await see("started\r\n");
    shell.stdin.write("\x03");
    await see("130|generic:/sdcard $ ");
    shell.stdin.write("exit 6\r");
    expect(await once(shell, "exit")).toEqual([6, null]);
  });

  it("ends a disconnected client's command", async () => {
    const client = adb.spawn("shell", "echo on; sleep 600; echo > /sdcard/never");
    await once(client.stdout, "data");
    client.kill();
    await once(client, "exit");
    // All eight workers would be busy if the commands were still running.
    for (let i = 0; i < 9; i++) expect((await adb.run("shell", "echo alive")).stdout.toString()).toBe("alive\n");
  });
});

describe("files", () => {
  it("round-trip 64 MiB unchanged", async () => {
    const content = randomBytes(64 * 1024 * 1024);
    const local = await adb.writeFile("big", content);
    expect(await adb.run("push", local, "/sdcard/big")).toMatchObject({ exitCode: 0 });
    expect((await adb.run("shell", "sha256sum /sdcard/big")).stdout.toString()).toBe(
      `${sha256(content)}  /sdcard/big\n`,
    );
    expect(await adb.run("pull", "/sdcard/big", adb.path("back"))).toMatchObject({ exitCode: 0 });
    expect(sha256(await adb.readFile("back"))).toBe(sha256(content));
    expect(sha256((await adb.run("exec-out", "cat /sdcard/big")).stdout)).toBe(sha256(content));
    await adb.run("shell", "rm /sdcard/big");
  });

  it("transfer in bulk with folders, times and modes", async () => {
    const tree = adb.path("tree");
    await mkdir(join(tree, "sub/empty"), { recursive: true });
    await Promise.all(Array.from({ length: 300 }, (_, i) => writeFile(join(tree, `sub/file ${i}`), String(i))));
    expect(await adb.run("push", "-p", tree, "/sdcard/Documents")).toMatchObject({ exitCode: 0 });
    expect(await adb.run("pull", "/sdcard/Documents/tree", adb.path("tree2"))).toMatchObject({ exitCode: 0 });
    const names = (await readdir(adb.path("tree2/sub"))).filter((name) => name.startsWith("file"));
    expect(names).toHaveLength(300);
    expect((await adb.readFile("tree2/sub/file 299")).toString()).toBe("299");
    expect((await adb.run("ls", "/sdcard/Documents/tree/sub")).stdout.toString()).toMatch(
      /^000081[0-9a-f]{2} 00000003 [0-9a-f]{8} file 299$/m,
    );
  });

  it("report failures in Android's words", async () => {
    const local = await adb.writeFile("small", "x");
    const said = async (...args: string[]) => {
      const { stdout, stderr, exitCode } = await adb.run(...args);
      expect(exitCode).not.toBe(0);
      return `${stdout.toString()}${stderr}`;
    };
    expect(await said("push", local, "/system/x")).toContain("Read-only file system");
    expect(await said("push", local, "/sdcard/../../../../../../../../tmp/x")).toContain("Read-only file system");
    expect(await said("pull", "/sdcard/none", adb.path("none"))).toContain("No such file or directory");
    expect(await said("pull", "/../../../../../etc/passwd", adb.path("none"))).toContain("No such file or directory");
  });
});

describe("forwards", () => {
  it("reach abstract sockets, such as a shell-bound scrcpy server's", async () => {
    const jar =
      "CLASSPATH=/data/local/tmp/scrcpy-server.jar app_process / com.genymobile.scrcpy.Server 3.3.4 scid=1 audio=false";
    const client = adb.spawn("shell", jar);
    const [greeting] = (await once(client.stdout, "data")) as [Buffer];
    expect(greeting.toString()).toBe("[server] INFO: hello\n");
    expect(mirror.args).toEqual(["3.3.4", "scid=1", "audio=false"]);

    const { stop: stopListening } = await sockets.listen("localabstract:echo", (socket) => socket.pipe(socket));
    const port = Number((await adb.run("forward", "tcp:0", "localabstract:echo")).stdout);
    const socket = connect(port, "127.0.0.1");
    socket.write("ping");
    expect(String((await once(socket, "data"))[0])).toBe("ping");
    socket.destroy();
    stopListening();

    client.kill();
    await mirror.stopped.promise;
  });

  it("reject the host's network", async () => {
    let accepted = false;
    const server = createServer(() => (accepted = true));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const hostPort = typeof address === "object" ? address?.port : 0;
    const port = Number((await adb.run("forward", "tcp:0", `tcp:${hostPort}`)).stdout);
    const socket: Socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined).resume();
    await once(socket, "close");
    expect(accepted).toBe(false);
    server.close();
  });

  it("reverse abstract sockets, and can be listed and removed", async () => {
    const server = createServer((socket) => socket.end("from the client's side"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const hostPort = typeof address === "object" ? address?.port : 0;
    expect(await adb.run("reverse", "localabstract:back", `tcp:${hostPort}`)).toMatchObject({ exitCode: 0 });
    expect((await adb.run("reverse", "--list")).stdout.toString()).toContain(`localabstract:back tcp:${hostPort}`);
    const socket = await sockets.connect("localabstract:back");
    const chunks: Buffer[] = [];
    for await (const chunk of socket ?? []) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString()).toBe("from the client's side");
    expect(await adb.run("reverse", "--remove", "localabstract:back")).toMatchObject({ exitCode: 0 });
    expect(await sockets.connect("localabstract:back")).toBeUndefined();
    expect((await adb.run("reverse", "vsock:1234", "tcp:1")).stderr).toContain("no address to listen at");
    server.close();
  });
});

it("rejects unsupported functions with a reason", async () => {
  const said = async (...args: string[]) => (await adb.run(...args)).stdout.toString();
  expect(await said("unroot")).toContain("adbd not running as root");
  expect(await said("remount")).toContain("Not running as root");
  expect(await said("disable-verity")).toContain("verity is not in use");
  expect(await said("reboot", "bootloader")).toContain("cannot reboot into bootloader");
  expect(await said("shell", "getprop sys.boot_completed")).toBe("1\n");
});
