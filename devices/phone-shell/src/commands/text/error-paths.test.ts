import { describe, expect, it } from "vitest";
import { testRows } from "../../testing/script-table.ts";
import { startTestShell } from "../../testing/test-shell.ts";

// Rows that differ from toybox only in their words, or that the compared toybox does not include.
describe("reports a wrong file or number as given, with the tool's exit code:", () => {
  testRows([
    ["rev nope; echo $?", "1\n", "rev: nope: No such file or directory\n"],
    ["expand nope; echo $?", "1\n", "expand: nope: No such file or directory\n"],
    ["fold nope; echo $?", "1\n", "fold: nope: No such file or directory\n"],
    ["nl -b a nope; echo $?", "1\n", "nl: nope: No such file or directory\n"],
    ["tac nope; echo $?", "1\n", "tac: nope: No such file or directory\n"],
    ["paste nope; echo $?", "1\n", "paste: nope: No such file or directory\n"],
    ["rev 'a$&b$1'; echo $?", "1\n", "rev: a$&b$1: No such file or directory\n"],
    ["md5sum -c nope; echo $?", "1\n", "md5sum: nope: No such file or directory\n"],
    ["sed -f nope; echo $?", "1\n", "sed: nope: No such file or directory\n"],
    ["grep -f nope x; echo $?", "2\n", "grep: Bad 'nope': No such file or directory\n"],
    ["base64 -w x < /dev/null; echo $?", "1\n", "base64: not integer: x\n"],
    ["split -l 0 < /dev/null; echo $?", "1\n", 'split: -l < 1 (see "split --help")\n'],
    ["split -l x < /dev/null; echo $?", "1\n", "split: not integer: x\n"],
    ["split -b 0 < /dev/null; echo $?", "1\n", 'split: -b < 1 (see "split --help")\n'],
    ["cmp; echo $?", "2\n", 'cmp: Needs 1 argument (see "cmp --help")\n'],
    ["cmp -x a b; echo $?", "2\n", "cmp: Unknown option 'x' (see \"cmp --help\")\n"],
    ["echo a > f; cmp -s f nope; echo $?", "1\n"],
    ["echo a > f; cmp -s nope f; echo $?", "1\n"],
    [
      "printf 'a\\nb\\n' > a; printf 'a\\nc\\n' > b; diff -u a b | cut -f1",
      "--- a\n+++ b\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n",
      "",
    ],
    ["hexdump nope; echo $?", "1\n", "hexdump: nope: No such file or directory\n"],
  ]);
});

describe("dd", () => {
  testRows([
    ["dd bs=0; echo $?", "1\n", "dd: 0 < 1\n"],
    ["dd conv=ucase < /dev/null; echo $?", "1\n", "dd: bad conv=ucase\n"],
    ["echo abc | dd conv=notrunc,fsync status=none", "abc\n"],
    ["dd seek=x < /dev/null; echo $?", "1\n", "dd: not integer: x\n"],
    ["printf Z | dd of=g bs=100000 seek=1 status=none; wc -c < g; tr -d '\\0' < g", "100001\nZ"],
  ]);

  it("keeps a file that is too large to modify", async () => {
    const shell = await startTestShell({ limitBytes: 256 * 1024 ** 2 });
    const ran = await shell.run(
      "cd /sdcard; truncate -s 65M g; printf Z | dd of=g seek=1 conv=notrunc status=none; echo $?; wc -c g",
    );
    await shell.close();
    expect(ran).toEqual({ stdout: "1\n68157440 g\n", stderr: "dd: g: File too large\n", exitCode: 0 });
  });
});
