import { statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { TestClient, type TestShell } from "../testing/test-shell.ts";
import { provideShell } from "../testing/test-terminal.ts";

let shell: TestShell;
provideShell((started) => (shell = started));

describe("streams", () => {
  it("pass on each piece as it arrives", async () => {
    const client = shell.open({ command: 'while read l; do echo "got $l"; done | cat | sed s/got/saw/ | head -2' });
    client.type("one\n");
    client.type("two\n");
    await expect.poll(() => client.stdout).toBe("saw one\nsaw two\n");
    client.stdin.end("three\n");
    await client.exited.promise;
    expect(client.stdout).toBe("saw one\nsaw two\n");
  });

  it("deliver output immediately", async () => {
    const client = shell.open({ command: "echo one; sleep 600" });
    await expect.poll(() => client.stdout).toBe("one\n");
    client.hangUp();
  });

  it("end a writer when its reader closes", async () => {
    const { stdout } = await shell.run("yes | head -1; echo ${PIPESTATUS[@]}; while :; do echo x; done | head -1");
    expect(stdout).toBe("y\n141 0\nx\n");
  });

  it("follow a growing file", async () => {
    const client = shell.open({ command: "echo a > /sdcard/log; tail -f /sdcard/log" });
    await expect.poll(() => client.stdout).toBe("a\n");
    await shell.run("echo b >> /sdcard/log");
    await expect.poll(() => client.stdout).toBe("a\nb\n");
    client.hangUp();
    await expect.poll(async () => (await shell.run("pidof tail")).exitCode).toBe(1);
  });

  it("run scripts from the input line by line, with input for their commands", async () => {
    const client = shell.open({});
    client.type("echo first; cd /sdcard\n");
    await expect.poll(() => client.stdout).toBe("first\n");
    client.type("for i in 1 2\ndo echo $i\ndone\nread x\nvalue\necho $x $PWD\nnope\nexit 4\necho no\n");
    expect(await client.exited.promise).toBe(4);
    expect(client.stdout).toBe("first\n1\n2\nvalue /sdcard\n");
    expect(client.stderr).toBe("/system/bin/sh: <stdin>[1]: nope: inaccessible or not found\n");
  });

  it("allow a client's command to finish if it leaves after its input", async () => {
    const client = shell.open({ command: "cat > /sdcard/in; echo done >> /sdcard/in" });
    client.endsInputByLeaving = true;
    client.type("content\n");
    await expect.poll(async () => (await shell.run("cat /sdcard/in")).stdout).toBe("content\n");
    client.hangUp();
    await expect.poll(async () => (await shell.run("cat /sdcard/in")).stdout).toBe("content\ndone\n");
  });
});

describe("output", () => {
  it("waits for a slow client with at most half a mebibyte in between", async () => {
    const bytes = 16 * 1024 * 1024;
    await writeFile(join(shell.folder, "tree/sdcard/large"), Buffer.alloc(bytes, "x"));
    const passed = join(shell.folder, "tree/sdcard/passed");
    const client = new TestClient();
    let takenBytes = 0;
    let mostBetween = 0;
    client.write = async (_stream, piece) => {
      const { size = 0 } = statSync(passed, { throwIfNoEntry: false }) ?? {};
      mostBetween = Math.max(mostBetween, size - takenBytes);
      takenBytes += piece.length;
      await new Promise((resolve) => setTimeout(resolve, 1));
    };
    await shell.workers.serve(client, { command: "cat /sdcard/large | tee /sdcard/passed | cat | cat" });
    expect(takenBytes).toBe(bytes);
    expect(mostBetween).toBeGreaterThan(0);
    expect(mostBetween).toBeLessThan(512 * 1024);
    await shell.run("rm /sdcard/large /sdcard/passed");
  });

  it("fills at most two pipes for a client that never reads", async () => {
    const passed = join(shell.folder, "tree/sdcard/passed");
    const client = new TestClient();
    const buffers: number[] = [];
    client.write = async (_stream, piece) => {
      buffers.push(piece.buffer.byteLength - piece.byteLength);
      await new Promise<void>((resolve) => client.gone.addEventListener("abort", () => resolve()));
    };
    const served = shell.workers.serve(client, { command: "echo begun; yes | tee /sdcard/passed" });
    const size = () => statSync(passed, { throwIfNoEntry: false })?.size ?? 0;
    let before = 0;
    const full = async () => {
      before = size();
      await new Promise((resolve) => setTimeout(resolve, 300));
      return before > 0 && size() === before;
    };
    await expect.poll(full, { timeout: 50_000 }).toBe(true);
    expect(before).toBeLessThanOrEqual(192 * 1024);
    expect(buffers).toEqual([0]);
    client.hangUp();
    await served;
    await shell.run("rm /sdcard/passed");
  });

  it("of a command in one piece is split for the client", async () => {
    const sizes: number[] = [];
    const client = new TestClient();
    client.write = async (_stream, piece) => void sizes.push(piece.byteLength);
    await shell.workers.serve(client, { command: "x=$(head -c 1000000 /dev/zero | tr '\\0' a); echo -n $x" });
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(1_000_000);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(64 * 1024);
  });
});
