import { parse } from "just-bash";
import { describe, expect, it, vi } from "vitest";
import { CommandLines, commandsBefore } from "./command-lines.ts";

vi.mock("just-bash", async (original) => {
  const justBash = await original<typeof import("just-bash")>();
  return { ...justBash, parse: vi.fn<typeof parse>(justBash.parse) };
});

/** Adds lines until they are whole. Returns the number of lines, the outcome and the number of parsed characters. */
function gather(lines: readonly string[]): { taken: number; outcome: string; parsedCharacters: number } {
  vi.mocked(parse).mockClear();
  const gathered = new CommandLines();
  let taken = 0;
  let outcome = "open";
  for (const line of lines) {
    const whole = gathered.add(line);
    taken += 1;
    if (!whole) continue;
    outcome = "problem" in whole ? whole.problem.message : "whole";
    break;
  }
  const parsedCharacters = vi.mocked(parse).mock.calls.reduce((sum, [source]) => sum + source.length, 0);
  return { taken, outcome, parsedCharacters };
}

const body = (count: number) => Array.from({ length: count }, (_, i) => `echo ${String(i).padStart(30, "0")}`);

describe("lines of a command", () => {
  it.each<[name: string, first: string[], last: string[]]>([
    ["a here-document", ["cat <<E"], ["E"]],
    ["an indented here-document", ["{ cat <<-'a' 3<<E", "\ta"], ["E", "}"]],
    ["an open quote", ["x='"], ["'"]],
    ["open double quotes", ['x="$(a) ${b:-"c"} `d`'], ['"']],
    ["a function", ["f() {"], ["}"]],
    ["a function with the word function", ["function f {"], ["}"]],
    ["a loop", ["for i in 1 2", "do"], ["done | cat"]],
    ["a condition", ["if a; then"], ["elif b", "then c", "else d", "fi"]],
    ["a case", ["case $x in", "(if) a;;", "do|b)"], [";;", "esac"]],
    ["a subshell", ["(a; (b)"], [")"]],
    ["a command substitution", ["x=$("], [")"]],
    ["an array", ["a=(1 2"], [")"]],
    [
      "constructs within each other",
      ["while a; do", "case b in", "*)", "{ (", "if c; then"],
      ["fi", ") }", "esac", "done"],
    ],
  ])("waits for the end of %s, and parses its text about once", (_name, first, last) => {
    const lines = [...first, ...body(3000), ...last];
    const { taken, outcome, parsedCharacters } = gather([...lines, "next"]);
    expect([taken, outcome]).toEqual([lines.length, "whole"]);
    expect(parsedCharacters).toBeLessThan(4 * lines.join("\n").length);
  });

  it.each([
    ["a backslash", " \\"],
    ["an operator", " &&"],
    ["a pipe", " |"],
  ])("continues after %s", (_name, end) => {
    const lines = [...body(3000).map((line) => line + end), "true"];
    const { taken, outcome, parsedCharacters } = gather(lines);
    expect([taken, outcome]).toEqual([lines.length, "whole"]);
    expect(parsedCharacters).toBeLessThan(4 * lines.join("\n").length);
  });

  it.each([
    ["for i in 1; do", ")", "syntax error: unexpected ')'"],
    ["{", "echo a; fi", "syntax error: unexpected 'fi'"],
  ])("reports a syntax error at its line, after %s and %s", (first, wrong, message) => {
    expect(gather([first, wrong, "never"])).toMatchObject({ taken: 2, outcome: message });
    expect(gather([first, ...body(100), wrong, "never"])).toMatchObject({ taken: 102, outcome: message });
  });

  it("rejects a command that is too long for the parser", () => {
    const lines = ["cat <<E", ...Array.from({ length: 30 }, () => "x".repeat(100_000))];
    const { taken, outcome } = gather(lines);
    expect(outcome).toBe("command too long");
    expect(taken).toBeLessThan(20);
  });
});

describe("commands before a syntax error", () => {
  it("are found with one parse, however long the rest is", () => {
    const source = ["echo a", "f() {", "echo b", "}", "x='", ...body(3000)].join("\n");
    vi.mocked(parse).mockClear();
    const { statements } = commandsBefore(source, 3005);
    expect(statements.map(({ sourceText }) => sourceText)).toHaveLength(2);
    expect(parse).toHaveBeenCalledTimes(1);
  });
});
