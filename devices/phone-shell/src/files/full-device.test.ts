import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestShell, type TestShell } from "../testing/test-shell.ts";

const MEBIBYTE = 1024 ** 2;

let shell: TestShell;

beforeAll(async () => {
  shell = await startTestShell({ limitBytes: 4 * MEBIBYTE });
});
// Fills all but the last kilobytes.
beforeEach(async () => {
  await shell.run("rm -rf /sdcard/*; cd /sdcard; echo kept > kept; dd if=/dev/zero of=full bs=64k status=none", "");
});
afterAll(() => shell.close());

const NO_SPACE = "No space left on device";

describe("on a full device", () => {
  it.each([
    ["cp", "cp full copy"],
    ["cat into a file", "cat full > copy"],
    ["tee", "cat full | tee copy > /dev/null"],
    ["dd", "dd if=full of=copy bs=64k status=none"],
    ["tar", "tar cf copy full"],
    ["gzip", "head -c 1000000 /dev/urandom | gzip -c > copy"],
    ["sort", "yes | head -c 1000000 | sort -o copy"],
    ["sed in place", "yes | head -c 1000000 | sed p > copy"],
    ["awk", 'awk \'BEGIN { for (i = 0; i < 100000; i++) print "a line of text" > "copy" }\''],
    ["a here-document", "x=$(yes | head -c 1000000); cat <<E > copy\n$x\nE"],
    ["the shell's own echo", 'x=$(yes | head -c 1000000); echo "$x" > copy'],
  ])("%s reports that there is no space, and fails", async (_who, command) => {
    const { stderr, exitCode } = await shell.run(`cd /sdcard; ${command}`);
    expect(stderr).toContain(NO_SPACE);
    expect(exitCode).not.toBe(0);
  });

  it("existing files stay unchanged", async () => {
    const { stdout } = await shell.run(
      "cd /sdcard; cp full kept 2> /dev/null; cp full other 2> /dev/null; rm -f other; ls -l full | wc -l",
    );
    expect(stdout).toBe("1\n");
    expect((await shell.run("cd /sdcard; cat full | tr -d '\\0' | wc -c")).stdout).toBe("0\n");
  });

  it("commands that do not write work", async () => {
    const { stdout, stderr, exitCode } = await shell.run(
      "cd /sdcard; cat kept; grep -c kept kept; ls | sort | wc -l; x=$(cat kept | tr k K); echo $x; find . -name kept; mv kept moved; cat moved",
    );
    expect([stderr, exitCode]).toEqual(["", 0]);
    expect(stdout).toBe("kept\n1\n2\nKept\n./kept\nkept\n");
  });

  it("removing files frees space at once", async () => {
    const { stdout, stderr } = await shell.run(
      "cd /sdcard; echo more > new 2> /dev/null; rm full; head -c 2000000 /dev/zero > new; wc -c < new; : > new; wc -c < new",
    );
    expect([stdout, stderr]).toEqual(["2000000\n0\n", ""]);
  });

  it("truncating a file frees its space", async () => {
    const { stdout, stderr } = await shell.run(
      "cd /sdcard; truncate -s 1000 full; cp full copy && wc -c < copy; dd if=/dev/zero of=full bs=1k count=1000 status=none; echo $?",
    );
    expect([stdout, stderr]).toEqual(["1000\n0\n", ""]);
  });

  it("a script continues after a failed command and sees its exit code", async () => {
    const { stdout } = await shell.run(
      "cd /sdcard; cat full > copy 2> /dev/null || echo failed; if cp full c2 2> /dev/null; then echo no; else echo $?; fi",
    );
    expect(stdout).toBe("failed\n1\n");
  });
});
