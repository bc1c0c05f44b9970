import { describe, expect, it } from "vitest";
import { OpenConstructs, type SpecialWord } from "./open-constructs.ts";

/** Returns for each line whether constructs are open after it. */
function openAfter(script: string): boolean[] {
  const constructs = new OpenConstructs();
  return script.split("\n").map((line) => constructs.add(line));
}

describe("a whole script", () => {
  it.each([
    "echo if; echo done }",
    "echo 'it'\"'\"'s' \\' \\\" # don't",
    "echo $'it\\'s' \"it's\" ${x:-'} ')} a#b'c'",
    'echo "${x:-it\'s}" "$(echo "a)b" \')\')" `echo \\`a\\``',
    "echo $((1 << 2)) $((# 5)) $(( (1 + 2) * 3 ))",
    "(( x << 1 )) && echo a",
    "cat <<< word; x=<<E\nE",
    "if a; then if b; then c; fi fi",
    "{ (exit 5) }; { a; }; ( b )",
    "case x in esac",
    "case if in (if|do) a;; done) b;& *) c;; esac",
    "case x in\nfor) echo 'a)';;\nesac",
    "for i in if do case\ndo echo $i; done",
    "for ((i = 0; i < 3; i++)) do a; done",
    "while (( i )); do [[ a < b && ( c ) ]]; done",
    "f() { a; }; g () ( b ); function h { c; }; function k() { d; }",
    "a=(1 '2)' $(echo 3)); b+=(4); echo @(a|b) !(c)",
    "case x in @(a|b)) c;; d|!(e)) f;; (*(g)) esac",
    "echo a >| \\\nb",
    "diff <(echo a) >(cat)",
    "cat <<A <<-'B C'; echo a\nif '\nA\n\tB C",
    'x="$(cat <<E\n\'\nE\n)"',
    "echo a | \\\ncat",
    "echo a ||\n\n# comment\necho b",
    "time ! { a; }",
  ])("%j leaves no construct open", (script) => {
    expect(openAfter(script).at(-1)).toBe(false);
  });
});

/** Returns each special word with the text from it to the next blank. */
function specialWords(script: string): [SpecialWord, string | undefined][] {
  const found: [SpecialWord, string | undefined][] = [];
  const constructs = new OpenConstructs((kind, offset) => found.push([kind, script.slice(offset).split(/\s/)[0]]));
  for (const line of script.split("\n")) constructs.add(line);
  return found;
}

describe("special words", () => {
  it("are reported after redirection operators, also in substitutions", () => {
    const script = 'a > b 2>>c <d >|e &>f <<< g\necho "$(h <> i)" < \\\nj\necho $(a)#a \\ #a > k';
    expect(specialWords(script).map(([kind, word]) => `${kind} ${word}`)).toEqual(
      ["b", "c", "d", "e", "f", "g", 'i)"', "j", "k"].map((word) => `target ${word}`),
    );
  });

  it("are not reported in text and comparisons", () => {
    const script = "echo '> a' \"< b\" \\> c # > d\n[[ e > f ]]; (( g < h )); cat <<E\n> i !(j)\nE\n: <(k)";
    expect(specialWords(script)).toEqual([]);
  });

  it("include negated patterns as arguments, not negated subshells", () => {
    expect(specialWords("!(a); echo !(b); case c in !(d)) !(e);; esac; [[ f = !(g) ]]")).toEqual([
      ["negatedPattern", "!(b);"],
      ["negatedPattern", "!(d))"],
    ]);
  });
});
