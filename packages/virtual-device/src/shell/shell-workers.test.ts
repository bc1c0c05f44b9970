import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFakeSystemUi } from "../adbd/testing/fake-system-ui.ts";
import { openDeviceStorage } from "../files/device-storage.ts";
import { SystemProperties } from "../system/properties.ts";
import { SystemServer } from "../system/system-server.ts";
import { ShellSession } from "./shell-session.ts";
import { ShellWorkers } from "./shell-workers.ts";
import { createSystemCalls } from "./system-calls.ts";

let folder: string;
let workers: ShellWorkers;
const ui = createFakeSystemUi(720, 1280);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "shell-workers-"));
  const files = await openDeviceStorage({
    folder,
    limitBytes: 1024 ** 2,
    systemFiles: { "system/bin/getprop": "", "system/bin/wm": "" },
  });
  const properties = new SystemProperties({ "ro.x": "1" }, join(folder, "properties.json"));
  const system = new SystemServer(properties, async () => ui);
  await system.start();
  const storage = () => ({ usedBytes: files.quota.usedBytes, limitBytes: files.quota.limitBytes });
  workers = new ShellWorkers({
    entry: new URL("./worker.ts", import.meta.url),
    settings: { filesFolder: folder, quota: files.quota.shared },
    system: createSystemCalls({ system, storage, reboot: () => system.reboot() }),
    busyMs: 1500,
  });
});

afterAll(async () => {
  await workers.close();
  await rm(folder, { recursive: true, force: true });
});

/** A shell with what it wrote. */
class Recorder {
  readonly session = new ShellSession(workers);
  stdout = "";
  stderr = "";
  chunks = 0;

  async run(script: string, input = "", interactive = false) {
    this.stdout = "";
    this.stderr = "";
    return this.session.run(
      script,
      {
        write: async (stream, bytes) => {
          this[stream] += bytes.toString("latin1");
          this.chunks += 1;
        },
        input: async () => Buffer.from(input),
      },
      interactive,
    );
  }
}

async function run(script: string, input?: string): Promise<{ stdout: string; stderr: string; exitCode: number }> {
  const shell = new Recorder();
  await shell.run(script, input);
  return { stdout: shell.stdout, stderr: shell.stderr, exitCode: shell.session.exitCode };
}

describe("a script", () => {
  it("has its output, errors and exit code kept apart", async () => {
    expect(await run("echo out; echo err >&2; exit 3")).toEqual({ stdout: "out\n", stderr: "err\n", exitCode: 3 });
    expect(await run("nope")).toMatchObject({ stdout: "", stderr: "bash: nope: command not found\n", exitCode: 127 });
    expect(await run("(exit 9)")).toMatchObject({ exitCode: 9 });
  });

  it("keeps compound redirections, substitutions and pipes to themselves", async () => {
    const script =
      'cd /sdcard; { echo a; echo b; } > q; f() { echo fn; }; f > r; x=$(cat q); (echo sub) | sed s/s/S/; echo "$x"; cat r';
    expect(await run(script)).toMatchObject({ stdout: "Sub\na\nb\nfn\n", exitCode: 0 });
  });

  it("reads its input if it wants any", async () => {
    expect(await run("sort", "b\na\n")).toMatchObject({ stdout: "a\nb\n" });
    expect(await run('while read x; do echo "<$x>"; done', "1\n2\n")).toMatchObject({ stdout: "<1>\n<2>\n" });
  });

  it("leaves output as soon as each command wrote it", async () => {
    const shell = new Recorder();
    const first = Promise.withResolvers<void>();
    const running = shell.session.run("echo one; sleep 600; echo two", {
      write: async () => first.resolve(),
      input: async () => new Uint8Array(),
    });
    await first.promise;
    shell.session.interrupt();
    expect(await running).toBe("next");
    expect(shell.session.exitCode).toBe(130);
  });

  it("passes binary output through unchanged", async () => {
    const { stdout } = await run("screencap -p | cat > /sdcard/s.png; cat /sdcard/s.png; screencap -p");
    expect(Buffer.from(stdout, "latin1").equals(Buffer.concat([ui.png, ui.png]))).toBe(true);
  });

  it("shows files of any kind, and says which it cannot show", async () => {
    const script = "cd /sdcard; echo a > one; echo b > two; cat one none two; echo $?; cat /dev/null; cat .";
    expect(await run(script)).toEqual({
      stdout: "a\nb\n1\n",
      stderr: "cat: none: No such file or directory\ncat: .: Is a directory\n",
      exitCode: 1,
    });
  });

  it("cannot see the host", async () => {
    expect(await run("cat /etc/passwd")).toMatchObject({ stdout: "", exitCode: 1 });
    expect((await run("env")).stdout).not.toContain("NODE");
    expect(await run("curl http://127.0.0.1")).toMatchObject({ exitCode: 127 });
  });

  it("is told why it cannot write", async () => {
    expect(await run("echo x > /system/x")).toMatchObject({
      stderr: "sh: /system/x: Read-only file system\n",
      exitCode: 1,
    });
    const full = await run(
      "rm -f /sdcard/s.png; printf '%700000s' x > /sdcard/a; cp /sdcard/a /sdcard/b; echo $?; rm /sdcard/a",
    );
    expect(full.stdout).toBe("1\n");
    expect(full.stderr).toMatch(/No space left on device/i);
  });
});

describe("a shell", () => {
  it("keeps directory, variables, arrays, functions, aliases and options between lines", async () => {
    const shell = new Recorder();
    await shell.run("cd /sdcard; x='a  b'; y=(1 2); export z=3; set -f");
    await shell.run('f() { echo "f $1 $x"; }');
    await shell.run("(exit 4)");
    await shell.run("echo $?; pwd; f 1; echo ${y[1]} $z; echo *; false");
    expect(shell.stdout).toBe("4\n/sdcard\nf 1 a  b\n2 3\n*\n");
    expect(shell.session.exitCode).toBe(1);
  });

  it("goes on after a syntax error and a failed redirection, and ends at exit", async () => {
    const shell = new Recorder();
    expect(await shell.run("fi")).toBe("next");
    expect(shell.stderr).toContain("syntax error");
    expect(await shell.run("echo x > /nope/x; echo y")).toBe("next");
    expect(await shell.run("exit 5")).toBe("exit");
    expect(shell.session.exitCode).toBe(5);
  });

  it("asks for more when a line stops short", async () => {
    const shell = new Recorder();
    expect(await shell.run("if true; then", "", true)).toBe("incomplete");
    expect(await shell.run("if true; then\necho yes; fi", "", true)).toBe("next");
    expect(shell.stdout).toBe("yes\n");
  });

  it("survives an endless loop, and remembers what was before", async () => {
    const shell = new Recorder();
    await shell.run("x=kept");
    expect(await shell.run("while true; do :; done")).toBe("next");
    expect(shell.stderr).toBe("sh: ended after 1.5 s on the processor\n");
    expect(shell.session.exitCode).toBe(137);
    await shell.run("echo $x");
    expect(shell.stdout).toBe("kept\n");
  });

  it("survives memory bombs", async () => {
    const shell = new Recorder();
    expect(await shell.run("x=a; while true; do x=$x$x; done")).toBe("next");
    expect(shell.stderr).toMatch(/limit exceeded|out of memory|on the processor/);
    expect(await shell.run("f() { f; }; f")).toBe("next");
    await shell.run("echo alive");
    expect(shell.stdout).toBe("alive\n");
  });
});

describe("Android's commands", () => {
  it("touch the screen and press keys", async () => {
    ui.touches.length = 0;
    ui.keys.length = 0;
    ui.texts.length = 0;
    await run("input tap 10 20.5; input keyevent KEYCODE_HOME 4; input text 'a%sb'; input swipe 0 0 100 50 40");
    expect(ui.touches.slice(0, 2)).toEqual([
      { action: "down", pointerId: -10, xPx: 10, yPx: 20.5 },
      { action: "up", pointerId: -10, xPx: 10, yPx: 20.5 },
    ]);
    expect(ui.touches.at(-1)).toEqual({ action: "up", pointerId: -10, xPx: 100, yPx: 50 });
    expect(ui.touches.some(({ action }) => action === "move")).toBe(true);
    expect(ui.keys.map(({ action, keyCode }) => `${action} ${keyCode}`)).toEqual(["down 3", "up 3", "down 4", "up 4"]);
    expect(ui.texts).toEqual(["a b"]);
  });

  it("describe the device", async () => {
    expect((await run("wm size; wm density")).stdout).toBe("Physical size: 720x1280\nPhysical density: 320\n");
    expect((await run("getprop ro.x; getprop none fallback; setprop debug.a b; getprop debug.a")).stdout).toBe(
      "1\nfallback\nb\n",
    );
    expect((await run("pm list packages note")).stdout).toBe("package:com.terrarium.notes\n");
    expect((await run("id -un; whoami; uname")).stdout).toBe("shell\nshell\nLinux\n");
    expect((await run("df /sdcard")).stdout).toMatch(/\/dev\/fuse +1024 /);
    const raw = Buffer.from((await run("screencap")).stdout, "latin1");
    expect([raw.readUInt32LE(0), raw.readUInt32LE(4), raw.readUInt32LE(8), raw.length]).toEqual([
      720,
      1280,
      1,
      16 + 720 * 1280 * 4,
    ]);
  });

  it("are found by name, by path and by which", async () => {
    expect(await run("/system/bin/getprop ro.x; cd /system/bin; ./getprop ro.x; which wm")).toEqual({
      stdout: "1\n1\n/bin/wm\n",
      stderr: "",
      exitCode: 0,
    });
    expect(
      await run("echo 'echo \"got $1\"' > /sdcard/s.sh; sh /sdcard/s.sh a; chmod +x /sdcard/s.sh; /sdcard/s.sh b"),
    ).toMatchObject({
      stdout: "got a\ngot b\n",
    });
  });

  it("start and stop apps", async () => {
    expect(await run("am start -n com.terrarium.notes/.Main")).toMatchObject({ exitCode: 0 });
    expect(ui.activities.foreground().packageName).toBe("com.terrarium.notes");
    await run("am force-stop com.terrarium.notes; monkey -p com.terrarium.notes -c android.intent.category.LAUNCHER 1");
    expect(ui.activities.foreground().packageName).toBe("com.terrarium.notes");
    expect(await run("am start -n x.y/.Z")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("does not exist"),
    });
    expect(await run("monkey -p x.y 1")).toMatchObject({ exitCode: 252 });
  });

  it.each([
    ["input tap a b", 'x must be a number, not "a"'],
    ["input tap", "x must be a number"],
    ["input keyevent NOPE", 'unknown key code "NOPE"'],
    ["input nope", "Unknown command: nope"],
    ["setprop ro.x 2", "Failed to set property 'ro.x' to '2'"],
    ["wm size 1x1", "is fixed"],
    ["pm install x", "Unknown command: pm install"],
  ])("say what is wrong with %j", async (script, message) => {
    const { stderr, exitCode } = await run(script);
    expect(stderr).toContain(message);
    expect(exitCode).not.toBe(0);
  });
});
