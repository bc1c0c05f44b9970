import { describe, expect, it } from "vitest";
import { wantedInput } from "./script-input.ts";

describe("wantedInput", () => {
  it.each([
    "ls",
    "cat /sdcard/a",
    "cat < /sdcard/a",
    "echo a | cat",
    "cat <<E\nx\nE",
    "grep x file",
    "sed s/a/b/ file",
    "head -n 5 file",
    "while read x; do echo $x; done < /sdcard/q",
    "echo a | while read x; do echo $x; done",
    "sh -c 'cat'",
    "f() { cat; }",
    "md5sum /sdcard/a",
    "tar -cf a.tar b",
    "echo cat",
    "x=cat",
    "(",
    "cat $file",
  ])("is nothing for %j", (script) => {
    expect(wantedInput(script)).toBe("none");
  });

  it.each(["read x", "read -r a b; echo $a", "if read x; then echo $x; fi"])("is a line for %j", (script) => {
    expect(wantedInput(script)).toBe("line");
  });

  it.each([
    "cat",
    "cat > /sdcard/a",
    "cat - b",
    "/system/bin/cat",
    "exec cat",
    "grep x",
    "head -n 5",
    "sed s/a/b/",
    "sort | uniq",
    "while read x; do echo $x; done",
    "x=$(cat)",
    'echo "$(cat)"',
    "tee a",
    "wc -l",
    "cd /sdcard && tar -x",
    "sh",
    "xargs rm",
    "for i in 1 2; do read x; done",
    "{ cat; }",
    "( md5sum )",
    "base64 -d",
  ])("is all for %j", (script) => {
    expect(wantedInput(script)).toBe("all");
  });
});
