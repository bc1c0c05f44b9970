import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { RealAdb } from "@terrarium/adb-device/testing/real-adb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

/** A separate build: other tests may be starting the one in dist/. */
const build = fileURLToPath(new URL(`../dist/test-${process.pid}`, import.meta.url));
let home: string;
let adb: RealAdb;
let adbPublicKey: string;

beforeAll(async () => {
  await promisify(execFile)(process.execPath, [fileURLToPath(new URL("../build.mjs", import.meta.url)), build]);
  home = await mkdtemp(join(tmpdir(), "desktop-main-"));
  adb = await RealAdb.start();
  adbPublicKey = await readFile(adb.publicKeyFile, "utf8");
});

afterAll(async () => {
  await adb.close();
  await rm(home, { recursive: true, force: true });
  await rm(build, { recursive: true, force: true });
});

function start(args: string[], channel: boolean): ChildProcess {
  return spawn(process.execPath, [join(build, "main.js"), ...args], {
    stdio: ["ignore", "pipe", "inherit", ...(channel ? (["ipc"] as const) : [])],
    // Files that a killed device leaves behind are deleted with its home.
    env: { ...process.env, TMPDIR: home },
  });
}

const options = (listen: object) => JSON.stringify({ kind: "linux", home, adbPublicKey, listen });

async function answers(port: number): Promise<string> {
  await adb.connect(port);
  const { stdout } = await adb.run("-s", `127.0.0.1:${port}`, "shell", "echo $HOME");
  return stdout.toString();
}

async function end(child: ChildProcess): Promise<unknown[]> {
  child.kill("SIGTERM");
  return once(child, "exit");
}

describe("the program", () => {
  test("reports when it is ready, and ends on request", async () => {
    const child = start([options({ port: 0 })], false);
    const [line] = (await once(child.stdout ?? child, "data")) as [Buffer];
    const { event, port } = JSON.parse(line.toString()) as { event: string; port: number };
    expect(event).toBe("ready");
    expect(await answers(port)).toBe(`${home}\n`);
    expect(await end(child)).toEqual([0, null]);
  });

  test("accepts a socket, and outlives its parent process", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const child = start([options({ ipc: true })], true);
    child.send({ event: "listen" }, server);
    expect((await once(child, "message"))[0]).toEqual({ event: "ready", port });
    server.close();
    child.send({ event: "recorded" });
    await once(child, "disconnect");
    expect(await answers(port)).toBe(`${home}\n`);
    expect(await end(child)).toEqual([0, null]);
  });

  test("rereads the key file for each connection", async () => {
    const adbKeysFile = join(home, "authorized_keys");
    const own = join(home, "own", "home");
    await writeFile(adbKeysFile, "");
    const told = { kind: "linux", home: own, adbKeysFile, listen: { port: 0 } };
    const child = start([JSON.stringify(told)], false);
    const [line] = (await once(child.stdout ?? child, "data")) as [Buffer];
    const { port } = JSON.parse(line.toString()) as { port: number };
    expect((await adb.run("connect", `127.0.0.1:${port}`)).stdout.toString()).toContain("failed to authenticate");
    await writeFile(adbKeysFile, adbPublicKey);
    await adb.run("disconnect", `127.0.0.1:${port}`);
    await adb.connect(port);
    expect((await adb.run("-s", `127.0.0.1:${port}`, "shell", "pwd")).stdout.toString()).toBe(`${own}\n`);
    expect(await end(child)).toEqual([0, null]);
  });

  test("starts everything in standby before it has an owner", async () => {
    const child = start(["--standby", JSON.stringify({ kind: "linux", home })], true);
    expect((await once(child, "message"))[0]).toEqual({ event: "standby" });
    child.send({ args: [options({ port: 0 })] });
    const [ready] = (await once(child, "message")) as [{ event: string; port: number }];
    expect(ready.event).toBe("ready");
    expect(await answers(ready.port)).toBe(`${home}\n`);
    expect(await end(child)).toEqual([0, null]);
  });

  test("ends with its starter while it is not recorded", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const child = start([options({ ipc: true })], true);
    child.send({ event: "listen" }, server);
    await once(child, "message");
    server.close();
    child.disconnect();
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  test("in standby ends with its parent process", async () => {
    const child = start(["--standby", JSON.stringify({ kind: "linux", home })], true);
    await once(child, "message");
    child.disconnect();
    expect(await once(child, "exit")).toEqual([0, null]);
  });
});
