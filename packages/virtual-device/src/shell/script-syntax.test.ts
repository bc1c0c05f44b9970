import { parse, serialize } from "just-bash";
import { describe, expect, it } from "vitest";
import { streamedCatName } from "./commands/streamed-cat-command.ts";
import { functionDefinitions, isIncomplete, redirectOutput, syntaxError } from "./script-syntax.ts";

const redirected = (script: string) =>
  serialize(redirectOutput(parse(script), { stdout: "/o", stderr: "/e" }))
    .trim()
    .replaceAll(/\s*\n\s*/g, "; ");

describe("redirectOutput", () => {
  it.each([
    ["ls -l", "ls -l >>/o 2>>/e"],
    ["ls > f 2>&1", "ls >>/o 2>>/e > f 2>&1"],
    ["a | b", "a 2>>/e | b >>/o 2>>/e"],
    ["a |& b", "a |& b >>/o 2>>/e"],
    ["a && b", "a >>/o 2>>/e && b >>/o 2>>/e"],
    ["x=$(a)", "x=$(a)"],
  ])("sends the output of %j where it belongs", (script, expected) => {
    const withoutSpaces = (text: string) => text.replaceAll(" ", "").replaceAll("1>>", ">>");
    expect(withoutSpaces(redirected(script))).toBe(withoutSpaces(expected));
  });

  it.each(["cat f", "a && cat f g", "cat $x"])("lets files be shown piece by piece in %j", (script) => {
    expect(redirected(script)).toContain(streamedCatName);
  });

  it.each(["cat", "cat -n f", "cat - f", "cat < f", "cat f > g", "cat f | sort"])(
    "leaves cat as it is in %j",
    (script) => {
      expect(redirected(script)).not.toContain(streamedCatName);
    },
  );

  it("reaches into compound commands, unless their output goes elsewhere as a whole", () => {
    expect(redirected("for i in 1; do a; done")).toMatch(/a (1)?>> ?\/o/);
    expect(redirected("if a; then b; else c; fi").match(/\/o/g)).toHaveLength(3);
    expect(redirected("{ a; b; } > f").match(/\/o/g)).toHaveLength(1);
    expect(redirected("{ a; b; } | c").match(/\/o/g)).toHaveLength(1);
    expect(redirected("f() { a; }")).not.toContain("/o");
  });
});

describe("isIncomplete", () => {
  it.each([
    "if true; then",
    "for i in 1 2; do",
    "echo 'a",
    'echo "a',
    "echo $(ls",
    "cat <<E\nfoo",
    "a |",
    "a &&",
    "a \\",
    "{ a;",
    "case x in",
  ])("asks for more after %j", (script) => expect(isIncomplete(script)).toBe(true));

  it.each(["ls", "fi", "echo a \\\\", "cat <<E\nfoo\nE", "if true; then a; fi", ")", "echo 'a|'"])(
    "does not after %j",
    (script) => expect(isIncomplete(script)).toBe(false),
  );
});

it("functionDefinitions gives the source of each function", () => {
  const sources = functionDefinitions("ls; f() { echo $1; }\nfunction g { :; }");
  expect(Object.keys(sources)).toEqual(["f", "g"]);
  expect(syntaxError(Object.values(sources).join("\n"))).toBeUndefined();
});
