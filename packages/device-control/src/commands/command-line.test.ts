import { expect, test } from "vitest";
import { codeWords, commandLine } from "./command-line.ts";

const base = { envs: { A: "box", B: "it's" }, workingDir: "/data/local/tmp" };

test("sets the folder and variables, the command's over the sandbox's", () => {
  expect(commandLine(base, { command: "ls # all", envs: { A: "own" }, workingDir: "sub" })).toBe(
    ["export A='own'", "export B='it'\\''s'", "cd '/data/local/tmp/sub' || exit 1", "ls # all"].join("\n"),
  );
});

test("passes words to the command unchanged", () => {
  expect(
    commandLine({ envs: {}, workingDir: "/" }, { command: ["echo", "$HOME", "a b", ""], workingDir: "/x/../y" }),
  ).toBe("cd '/y' || exit 1\n'echo' '$HOME' 'a b' ''");
});

test.each([
  ["bash", "/system/bin/sh\n", ["/system/bin/sh", "-c", "x", "/system/bin/sh", "1"]],
  ["bash", "/bin/bash\n/bin/sh\n", ["/bin/bash", "-c", "x", "/bin/bash", "1"]],
  ["python", "/bin/sh\n/usr/bin/python3\n", ["/usr/bin/python3", "-c", "x", "1"]],
  ["typescript", "/bin/sh\n/bin/node\n", ["/bin/node", "--input-type=module-typescript", "--eval", "x", "--", "1"]],
] as const)("%s runs with the device's interpreter", (language, found, words) => {
  expect(codeWords(found, { language, code: "x", argv: ["1"] })).toEqual(words);
});

test("rejects a missing language with the available ones", () => {
  expect(() => codeWords("/system/bin/sh\n", { language: "python", code: "x", argv: [] })).toThrow(
    "Code in python is not possible here: the device lacks it; it has bash",
  );
});
