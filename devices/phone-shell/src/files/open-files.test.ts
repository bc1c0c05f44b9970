import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestShell, type TestShell } from "../testing/test-shell.ts";

let shell: TestShell;

beforeAll(async () => {
  shell = await startTestShell({ limitBytes: 256 * 1024 ** 2 });
  await shell.run(
    "cd /sdcard; dd if=/dev/zero of=big bs=1M count=16 status=none; echo a > f; echo b > g; gzip -c big > z",
  );
});

afterAll(() => shell.close());

describe("files are closed when their process ends", () => {
  it.each([
    ["by itself", "cat big f > /dev/null; sort f g; exec 7<f; read x < g; cp big /dev/null"],
    ["with an error", "exec 7<f; cat f <g 3<none; f() { return; }; f < g 3<none; set -u; echo < f $none"],
    [
      "because its reader is gone",
      "cat big | head -c 10; zcat z | head -c 1; grep -r a . | head -n 1; dd if=big bs=1k | head -c 1",
    ],
    ["after a refused copy", "cp f /system/f; cp f none/f"],
    ["by a signal", "for i in $(seq 30); do cat big > /dev/null & p=$!; kill -9 $p; done; wait"],
    ["by a signal in a pipeline", "cat big | sleep 60 & while ! pidof sleep; do :; done; kill %1; wait"],
    [
      "by a signal while it opens more",
      "for i in $(seq 30); do sh -c 'exec 3<f 4<g; cat <f 4<g' & p=$!; kill -9 $p; done; wait",
    ],
    ["by a signal in a loop", "while read x; do while :; do :; done; done < f & p=$!; kill -9 $p; wait"],
    ["at a timeout", "timeout 0.1 cat big - < /dev/zero > /dev/null; timeout 0.1 tail -f f"],
  ])("%s", async (_how, script) => {
    await shell.run(`cd /sdcard; ${script}`);
    expect(await shell.leftOpen()).toEqual([]);
  });

  it.each(["", "read line; "])("because its client disconnects (%s)", async (before) => {
    const client = shell.open({
      command: `cd /sdcard; ${before}sleep 60 < big & until pidof sleep > /dev/null; do :; done; echo reads; wait`,
    });
    client.type("a line\n");
    await expect.poll(() => client.stdout).toBe("reads\n");
    client.hangUp();
    expect(await shell.leftOpen()).toEqual([]);
  });
});
