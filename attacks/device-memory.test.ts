import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { AttackedDevice } from "./support/device.ts";

let device: AttackedDevice;
let pid: number | undefined;

beforeAll(async () => {
  device = await AttackedDevice.start();
});

beforeEach(() => {
  pid = device.pid;
});

afterAll(async () => {
  await device?.[Symbol.asyncDispose]();
});

/** Expects that the attacked process still runs and serves. */
async function expectServed(): Promise<void> {
  expect([device.ended, device.pid]).toEqual([undefined, pid]);
  expect((await device.shell("echo served")).stdout).toBe("served\n");
}

test.each([
  "BEGIN { for (i = 0; ; i++) a[i] = i }",
  "BEGIN { for (k = 0; ; k++) for (i = 0; i < 200000; i++) a[k, i] }",
  'BEGIN { s = sprintf("%4000000d", 1); split(s, a, "") }',
  'BEGIN { s = sprintf("%4000000d", 1); split(s, a, " ?") }',
  'BEGIN { s = sprintf("%4000000d", 1); gsub(/ /, "a b ", s); $0 = s; print NF }',
  'BEGIN { s = sprintf("%4000000d", 1); for (i = 0; ; i++) a[i] = toupper(s i) }',
  'BEGIN { s = "x"; for (;;) s = s s }',
])("only awk ends above its memory limit: %s", async (program) => {
  expect(await device.shell(`awk '${program}'`)).toEqual({
    stdout: "",
    stderr: "awk: out of memory\n source line number 1\n",
    exitCode: 2,
  });
  await expectServed();
});

test("commands above the common limit end, the device survives", async () => {
  const held = `awk 'BEGIN { s = sprintf("%4000000d", 1); for (i = 0; i < 5; i++) a[i] = toupper(s i); system("sleep 100") }'`;
  const { stderr, exitCode } = await device.shell(
    `for i in 1 2 3 4 5 6 7 8 9 10; do ${held} & done; while :; do :; done`,
  );
  expect([stderr, exitCode]).toEqual(["sh: out of memory\n", 137]);
  await expectServed();
});

test("rejects unclosed files and still accepts clients", async () => {
  await device.shell("cd /data/local/tmp; seq 600 | xargs touch");
  const opened = await device.shell(
    `awk 'BEGIN { for (i = 1; i <= 600; i++) n += (getline line < ("/data/local/tmp/" i)) == 0; print n }'`,
  );
  expect(Number(opened.stdout)).toBeLessThan(500);
  await expectServed();
});
