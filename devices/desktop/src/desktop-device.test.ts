import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { RealAdb } from "@terrarium/adb-device/testing/real-adb";
import { freePort } from "@terrarium/adb/testing/free-port";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestDesktop, type TestDesktop } from "./testing/test-desktop.ts";

let desktop: TestDesktop;

beforeAll(async () => {
  desktop = await startTestDesktop({ name: "My box" });
});
afterAll(() => desktop[Symbol.asyncDispose]());

describe("files", () => {
  test("transfer 64 MiB unchanged, with mode and time", async () => {
    const bytes = randomBytes(64 * 1024 * 1024);
    const local = await desktop.adb.writeFile("local.bin", bytes);
    await chmod(local, 0o755);
    const remote = join(desktop.home, "deep/er/local.bin");
    expect((await desktop.adb.run("push", local, remote)).exitCode).toBe(0);
    expect((await stat(remote)).mode & 0o777).toBe(0o755);
    expect((await desktop.adb.run("pull", "-a", remote, desktop.adb.path("back.bin"))).exitCode).toBe(0);
    expect((await desktop.adb.readFile("back.bin")).equals(bytes)).toBe(true);
    expect(await desktop.shell(`ls -A ${desktop.home}/deep/er`)).toBe("local.bin\n");
  });

  test("replace a link, not the link's target", async () => {
    const [secret, link] = [join(desktop.home, "secret"), join(desktop.home, "link")];
    await writeFile(secret, "kept");
    await symlink(secret, link);
    await desktop.adb.run("push", await desktop.adb.writeFile("new", "new"), link);
    expect([await readFile(secret, "utf8"), await readFile(link, "utf8")]).toEqual(["kept", "new"]);
  });

  test("reject pipes and folders with the system's error", async () => {
    await desktop.shell("mkfifo pipe; mkdir folder");
    for (const [name, words] of [
      ["pipe", "nvalid argument"],
      ["missing", "No such file or directory"],
    ] as const) {
      const { stdout, stderr } = await desktop.adb.run("pull", join(desktop.home, name), desktop.adb.path("x"));
      expect(`${stdout.toString()}${stderr}`).toMatch(new RegExp(`${words}|special file`));
    }
    expect((await desktop.adb.run("ls", join(desktop.home, "folder"))).exitCode).toBe(0);
  });

  test("are listed, including dangling links", async () => {
    const folder = join(desktop.home, "listed");
    await mkdir(folder);
    await symlink("/nowhere", join(folder, "broken"));
    await writeFile(join(folder, "text"), "abc");
    const { stdout } = await desktop.adb.run("ls", folder);
    expect(stdout.toString()).toMatch(/0{3}81a4 0{7}3 \w+ text/);
    expect(stdout.toString()).toContain("broken");
  });
});

describe("sockets", () => {
  test.each(["tcp", "localabstract", "localfilesystem"])("of kind %s are reachable by adb forward", async (kind) => {
    const name = { tcp: String(await freePort()), localabstract: `desk-${process.pid}`, localfilesystem: "" }[kind];
    const file = join(desktop.home, "socket");
    const server = createServer((socket) => socket.pipe(socket));
    server.listen(kind === "tcp" ? { port: Number(name), host: "127.0.0.1" } : { path: name ? `\0${name}` : file });
    await once(server, "listening");
    const port = await freePort();
    await desktop.adb.run("forward", `tcp:${port}`, `${kind}:${name || file}`);
    const client = connect(port, "127.0.0.1");
    client.write("there and back");
    const [back] = (await once(client, "data")) as [Buffer];
    expect(back.toString()).toBe("there and back");
    client.destroy();
    server.close();
  });

  test("close unknown addresses silently and reject unsupported ones", async () => {
    const port = await freePort();
    for (const place of [`tcp:${await freePort()}`, "localabstract:nobody-has-this", "localreserved:adbd"]) {
      await desktop.adb.run("forward", `tcp:${port}`, place);
      const client = connect(port, "127.0.0.1");
      client.on("error", () => undefined);
      await once(client.resume(), "close");
    }
    expect(desktop.logs.filter((line) => line.startsWith("refused an adb service"))).toEqual([
      'refused an adb service {"service":"localreserved:adbd"}',
    ]);
  });

  test("are forwarded back by adb reverse until it ends", async () => {
    const server = createServer((socket) => socket.end("from the client's side"));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const { stdout } = await desktop.adb.run("reverse", "tcp:0", `tcp:${port}`);
    const listening = stdout.toString().trim();
    expect(await desktop.shell(`cat </dev/tcp/127.0.0.1/${listening}`)).toBe("from the client's side");
    await desktop.adb.run("reverse", "--remove-all");
    expect((await desktop.adb.run("shell", `cat </dev/tcp/127.0.0.1/${listening}`)).exitCode).not.toBe(0);
    server.close();
  });
});

describe("device information", () => {
  test("reports name, kind and the missing screen", async () => {
    const { stdout } = await desktop.adb.run("devices", "-l");
    expect(stdout.toString()).toContain("product:terrarium_linux model:My_box device:linux");
    expect(await desktop.shell("getprop ro.hardware; getprop ro.build.characteristics; getprop none")).toBe(
      "terrarium\nlinux,noscreen\n\n",
    );
    expect(await desktop.shell("getprop")).toContain("[ro.product.model]: [My box]\n");
    expect(
      await desktop.shell(
        "settings get global a; settings put global a 0.5; settings get global a; settings delete global a; settings get global a; settings list 2>&1 || echo $?",
      ),
    ).toBe("null\n0.5\nDeleted 1 rows\nnull\nusage: settings get|put|delete NAMESPACE KEY [VALUE]\n1\n");
    const mirror = await desktop.adb.run("shell", "CLASSPATH=/x app_process / com.genymobile.scrcpy.Server 3.3.4");
    expect([mirror.stderr, mirror.exitCode]).toEqual(["[server] ERROR: this device has no screen\n", 1]);
  });

  test("includes its log", async () => {
    expect(await desktop.shell("logcat -d")).toMatch(
      /^\d\d-\d\d [\d:.]{12} +\d+ +\d+ I terrarium: adb client connected/m,
    );
    const following = desktop.adb.spawn("shell", "logcat");
    let text = "";
    following.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
    await expect.poll(() => text).toContain("connected");
    await desktop.adb.run("forward", "--remove-all");
    following.kill("SIGKILL");
  });

  test("logs what its shells run, without variables", async () => {
    await desktop.adb.run("shell", "export KEY='hidden'\ncd '/' || exit 1\nfalse");
    const log = await desktop.shell("logcat -d");
    expect(log).toMatch(/^\d\d-\d\d [\d:.]{12} +\d+ +\d+ I shell: started false$/m);
    expect(log).toMatch(/ W shell: ended with 1 after \d\.\d s: false$/m);
    expect(log).not.toMatch(/hidden|logcat/);
  });

  test("reports that there is no root", async () => {
    expect((await desktop.adb.run("root")).stdout.toString()).toContain("cannot run as root");
  });
});

test("ignores command requests without the secret word", async () => {
  const [, host, port] = /tcp\/([\d.]+)\/(\d+)/.exec(await desktop.shell('cat "$(which getprop)"')) ?? [];
  const page = connect(Number(port), host);
  page.write("POST /\0getprop\0/\x000\0");
  expect(await once(page.resume(), "close")).toBeDefined();
});

test("rejects another key", async () => {
  const stranger = await RealAdb.start();
  expect(await stranger.connect(desktop.port)).toContain("failed to authenticate");
  await stranger.close();
});
