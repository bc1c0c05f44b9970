import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestDesktop, type TestDesktop } from "../testing/test-desktop.ts";

let desktop: TestDesktop;

beforeAll(async () => {
  desktop = await startTestDesktop();
});
afterAll(() => desktop[Symbol.asyncDispose]());

/** Returns whether a process with this id exists. */
const runs = async (pid: string) => (await readdir("/proc")).includes(pid);

describe("a command", () => {
  test("returns its exit code and separates its two outputs", async () => {
    const { stdout, stderr, exitCode } = await desktop.adb.run("shell", "echo out; echo err >&2; exit 42");
    expect([stdout.toString(), stderr, exitCode]).toEqual(["out\n", "err\n", 42]);
    expect((await desktop.adb.run("shell", "kill -9 $$")).exitCode).toBe(137);
    expect((await desktop.adb.run("shell", "no-such-command")).exitCode).toBe(127);
  });

  test("reads its piped binary input to the end", async () => {
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, i) => i & 255));
    const { stdout } = await desktop.adb.runWithInput(bytes, "shell", "cat");
    expect(stdout.equals(bytes)).toBe(true);
    expect((await desktop.adb.runWithInput("one two", "shell", "wc -w")).stdout.toString().trim()).toBe("2");
  });

  test("starts at home as the user, without inherited files", async () => {
    expect(await desktop.shell("pwd; echo $HOME $USER; find /proc/self/fd -lname 'socket:*' -name '[3-9]*'")).toBe(
      `${desktop.home}\n${desktop.home} user\n`,
    );
  });

  test("ends with its child processes when the client disconnects", async () => {
    const client = desktop.adb.spawn("shell", "sleep 1000 & echo $!; wait");
    const [pid] = (await once(client.stdout, "data")) as [Buffer];
    expect(await runs(pid.toString().trim())).toBe(true);
    client.kill("SIGKILL");
    await expect.poll(() => runs(pid.toString().trim())).toBe(false);
  });

  test("pauses without loss, in bounded memory, when output is unread", async () => {
    const client = desktop.adb.spawn("exec-out", "head -c 50000000 /dev/zero");
    client.stdout.pause();
    const before = process.memoryUsage().arrayBuffers;
    await desktop.shell("sleep 1");
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1024 * 1024);
    let bytes = 0;
    client.stdout.on("data", (chunk: Buffer) => (bytes += chunk.length)).resume();
    await once(client, "close");
    expect(bytes).toBe(50_000_000);
  });

  test("runs beside many others, with a thousand processes", async () => {
    const many = Array.from({ length: 20 }, async (_, i) => desktop.shell(`echo ${i}`));
    expect(await Promise.all(many)).toEqual(Array.from({ length: 20 }, (_, i) => `${i}\n`));
    const thousand = "for i in {1..1000}; do sleep 600 & done; jobs -p | wc -l; kill $(jobs -p)";
    expect(await desktop.shell(thousand)).toBe("1000\n");
  });
});

describe("a terminal", () => {
  test("is resizable, and passes interrupt keys on", async () => {
    const terminal = desktop.adb.spawn("shell", "-tt", "stty size; cat; echo over $?");
    const closed = once(terminal, "close");
    let output = "";
    terminal.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    await expect.poll(() => output).toMatch(/^\d+ \d+\r\n/);
    terminal.stdin.write("typed\n");
    await expect.poll(() => output).toContain("typed\r\ntyped\r\n");
    terminal.stdin.write("\x04");
    await expect.poll(() => output).toContain("over 0");
    expect(await closed).toEqual([0, null]);
  });

  test("sends a slow reader everything, and the exit code", async () => {
    const terminal = desktop.adb.spawn("shell", "-tt", "seq 200000; exit 7");
    terminal.stdout.pause();
    await desktop.shell("sleep 1");
    let output = "";
    terminal.stdout.on("data", (chunk: Buffer) => (output += chunk.toString())).resume();
    const [code] = (await once(terminal, "close")) as [number];
    expect(code).toBe(7);
    expect(output.endsWith("199999\r\n200000\r\n")).toBe(true);
  });

  test("limits unread input, and ends with its client", async () => {
    const terminal = desktop.adb.spawn("shell", "-tt", "stty raw -echo; echo $$; exec sleep 1000");
    const [first] = (await once(terminal.stdout, "data")) as [Buffer];
    const pid = /\d+/.exec(first.toString())?.[0] ?? "";
    terminal.stdin.on("error", () => undefined);
    terminal.stdin.write(Buffer.alloc(8 * 1024 * 1024, 0x61));
    expect(await desktop.shell("echo others go on")).toBe("others go on\n");
    terminal.kill("SIGKILL");
    await expect.poll(() => runs(pid)).toBe(false);
  });

  test("does not end detached processes", async () => {
    const pid = (await desktop.shell("setsid nohup sleep 1000 >/dev/null 2>&1 & echo $!")).trim();
    expect(await runs(pid)).toBe(true);
    await desktop.adb.run("reboot");
    await expect.poll(() => runs(pid)).toBe(false);
    await desktop.adb.connect(desktop.port);
    expect(await desktop.shell("echo again")).toBe("again\n");
  });
});
