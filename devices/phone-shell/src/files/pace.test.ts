import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestShell, type TestShell } from "../testing/test-shell.ts";

let shell: TestShell;

beforeAll(async () => {
  shell = await startTestShell({ unresponsiveMs: 3000 });
});

afterAll(() => shell.close());

/** These commands never end. Each must yield to other processes, or the thread of all shells is ended. */
describe("an endless file does not block other shells during", () => {
  it.each([
    "md5sum /dev/zero",
    "cksum /dev/zero",
    "dd if=/dev/zero of=/dev/null status=none",
    "cp /dev/zero /dev/null",
    "wc -c /dev/zero",
    "cmp /dev/zero /dev/zero",
    "od /dev/zero > /dev/null",
    "strings /dev/zero",
    "gzip -c /dev/zero > /dev/null",
    "tail -c 5 /dev/zero",
    "base64 /dev/zero > /dev/null",
    "tr a b < /dev/zero > /dev/null",
    "tee /dev/null < /dev/zero > /dev/null",
    "head -c 1T /dev/urandom > /dev/null",
    "awk '{ n++ }' RS='\\0' /dev/zero",
    "cat /dev/urandom > /dev/null",
  ])("%s", async (command) => {
    const endless = shell.open({ command });
    const name = command.split(" ")[0] ?? "";
    let ended = false;
    void endless.exited.promise.then(() => (ended = true));
    await expect.poll(async () => ended || (await shell.run(`pidof ${name}`)).exitCode === 0).toBe(true);
    expect(await shell.run(`pkill -x ${name}; echo ended`)).toEqual({ stdout: "ended\n", stderr: "", exitCode: 0 });
    // Some commands end by themselves, because lines and processor time are limited.
    expect([1, 137, 143]).toContain(await endless.exited.promise);
    expect(endless.stderr).not.toContain("without a pause");
  });
});
