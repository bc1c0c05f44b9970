import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { RealAdb } from "@terrarium/adb-device/testing/real-adb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** A separate build: other tests may be starting the one in dist/. */
const build = fileURLToPath(new URL(`../dist/test-${process.pid}`, import.meta.url));
const program = join(build, "main.js");
let folder: string;

beforeAll(async () => {
  await promisify(execFile)(process.execPath, [fileURLToPath(new URL("../build.mjs", import.meta.url)), build]);
  folder = await mkdtemp(join(tmpdir(), "virtual-device-main-"));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await rm(build, { recursive: true, force: true });
});

function start(...args: string[]): { child: ChildProcess; output: Promise<string>; errors: () => string } {
  const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let errors = "";
  child.stderr?.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const output = new Promise<string>((resolve) =>
    child.stdout?.once("data", (chunk: Buffer) => resolve(chunk.toString())),
  );
  return { child, output, errors: () => errors };
}

describe("the program", () => {
  it("reports when it is ready, outlives its reader, ends on request", async () => {
    const { child, output } = start("--port", "0", "--data", join(folder, "device"));
    const { event, port } = JSON.parse(await output) as { event: string; port: number };
    expect(event).toBe("ready");
    child.stdout?.destroy();
    child.stderr?.destroy();

    // Each client causes log output into an unread pipe.
    for (let i = 0; i < 3; i++) {
      const socket = connect(port, "127.0.0.1");
      await once(socket, "connect");
      socket.end("not adb at all, but long enough for a header");
      await once(socket.resume(), "close");
    }
    expect(child.exitCode).toBeNull();
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  const startWithChannel = (name: string) => {
    const args = ["--port", "0", "--data", join(folder, name)];
    return spawn(process.execPath, [program, ...args], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  };

  it.each(["while it starts", "when it is ready"])("ends with its starter %s, unless it is recorded", async (when) => {
    const child = startWithChannel("unknown");
    if (when === "when it is ready") await once(child, "message");
    child.disconnect();
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  it("a standby device forgets its rehearsal for a clock of its own", async () => {
    const data = join(folder, "standby");
    const stdio = ["ignore", "ignore", "inherit", "ipc"] as const;
    const child = spawn(process.execPath, [program, "--standby", data], { stdio: [...stdio] });
    const told = async () => (await once(child, "message"))[0] as unknown;
    expect(await told()).toEqual({ event: "standby" });
    await writeFile(join(data, "files", "tree", "sdcard", "rehearsed"), "");
    const time = "2026-03-04T09:41:00Z";
    child.send({ args: ["--port", "0", "--data", data, "--clock", time, "--clock-speed", "0", "--seed", "lab"] });
    expect(await told()).toMatchObject({ event: "ready" });
    const times = await Promise.all(["sdcard", "system/bin/ls"].map((path) => stat(join(data, "files", "tree", path))));
    expect(times.map(({ mtime }) => mtime.toISOString())).toEqual(times.map(() => "2026-03-04T09:41:00.000Z"));
    await expect(stat(join(data, "files", "tree", "sdcard", "rehearsed"))).rejects.toThrow("ENOENT");
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  it("outlives its starter once it is recorded", async () => {
    const child = startWithChannel("recorded");
    const [{ port }] = (await once(child, "message")) as [{ port: number }];
    child.send({ event: "recorded" });
    await once(child, "disconnect");
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    socket.destroy();
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  it("survives an unhandled rejection, but ends after an exception", async () => {
    const adb = await RealAdb.start();
    const failing = join(folder, "failing.mjs");
    await writeFile(
      failing,
      `let signals = 0;
      process.on("SIGUSR2", () => {
        if (++signals > 2) throw new Error("thrown to nobody");
        Promise.reject(new Error("left unheard", { cause: new Error("what was behind it") }));
      });`,
    );
    const args = ["--port", "0", "--data", join(folder, "failing"), "--authorized-keys", adb.publicKeyFile];
    const child = spawn(process.execPath, ["--import", failing, program, ...args], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    try {
      const lines: string[] = [];
      createInterface({ input: child.stderr }).on("line", (line) => lines.push(line));
      const [output] = (await once(child.stdout, "data")) as [Buffer];
      await adb.connect((JSON.parse(output.toString()) as { port: number }).port);

      const logged = async () =>
        (await adb.run("logcat", "-d", "-b", "crash")).stdout
          .toString()
          .match(
            /E AndroidRuntime: \*\*\* EXCEPTION IN SYSTEM PROCESS: main\n.*Error: left unheard\n.* at .*failing\.mjs:4/g,
          );
      const told = (text: string) =>
        lines.filter((line) => line.includes(text)).map((line) => JSON.parse(line) as unknown);
      for (const times of [1, 2]) {
        child.kill("SIGUSR2");
        await expect.poll(logged).toHaveLength(times);
      }
      await expect.poll(() => told("left unheard")).toHaveLength(1);
      expect(told("left unheard")).toMatchObject([
        {
          message: expect.stringContaining("going on"),
          error: expect.stringMatching(/Error: left unheard\n +at .*failing\.mjs:4[^]*cause.*what was behind it/),
        },
      ]);

      child.kill("SIGUSR2");
      expect(await once(child, "close")).toEqual([1, null]);
      await expect.poll(() => told("thrown to nobody")).toHaveLength(1);
      expect(told("thrown to nobody")).toMatchObject([
        { error: expect.stringMatching(/Error: thrown to nobody\n +at .*failing\.mjs:3/) },
      ]);
    } finally {
      child.kill("SIGKILL");
      await adb.close();
    }
  });

  it.each([
    [[], "virtual-device: --port is required\n"],
    [["--port", "0"], "virtual-device: --data is required\n"],
    [["--port", "0", "--data", program], /^virtual-device: .*cannot keep a device in.*\n$/],
  ])("exits with a one-line reason for %j", async (args, message) => {
    const { child, errors } = start(...args);
    const [code] = (await once(child, "close")) as [number];
    expect(code).not.toBe(0);
    expect(errors()).toMatch(message);
  });
});
