import { expect, test } from "vitest";
import { rewriteScript } from "./rewrite-script.ts";

test.each([
  ["main();", "__watch(main());"],
  ["  main(1, {}).then(x)", "  __watch(main(1, {}).then(x))"],
  ["(async () => {\n  a();\n})();", "__watch((async () => {\n  __watch(a());\n})());"],
  ["a()\n;[b].map(c)", "__watch(a())\n;__watch([b].map(c))"],
  ["if (x) a(); else b?.c()", "if (x) __watch(a()); else __watch(b?.c())"],
  ["ready && main()", "__watch(ready && main())"],
  ["a(), b();", "__watch(a(), b());"],
])("%j is watched", (code, rewritten) => {
  expect(rewriteScript(code).code).toBe(rewritten);
});

test.each([
  "await main();",
  "const p = main();",
  "x = a();",
  "'use strict';",
  "`main()`;",
  "/*\nmain();\n*/",
  "let a = ;",
])("%j stays unchanged", (code) => {
  expect(rewriteScript(code).code).toBe(code);
});

test("reports positions of the original script", () => {
  const written = "a(); b();\n  list.map((x) => { c(x); d(); });\n";
  const { code, restorePlaces } = rewriteScript(written);
  const lines = code.split("\n");
  for (const [index, line] of written.split("\n").entries()) {
    for (const name of ["a(", "b(", "list", "c(", "d("]) {
      if (!line.includes(name)) continue;
      const column = (lines[index] ?? "").replaceAll("__watch(", "________").indexOf(name) + 1;
      expect(restorePlaces(`at f (script.js:${index + 1}:${column})`)).toBe(
        `at f (script.js:${index + 1}:${line.indexOf(name) + 1})`,
      );
    }
  }
  expect(restorePlaces("other.js:1:9")).toBe("other.js:1:9");
});

test("keeps lines and columns of a script with using declarations", () => {
  const written = 'import "x"\nawait using a = b(1), c = null;\nfor (using d of e) f(d);\n// end';
  const { code, restorePlaces } = rewriteScript(written);
  const lines = code.split("\n");
  const placeIn = (texts: readonly string[], name: string) => {
    const index = texts.findIndex((line) => line.includes(name));
    return `script.js:${index + 1}:${(texts[index] ?? "").indexOf(name) + 1}`;
  };
  for (const name of ["a =", "b(", "null", "d of", "f(d"])
    expect(restorePlaces(placeIn(lines, name))).toBe(placeIn(written.split("\n"), name));
  expect(code).not.toContain("using");
});

test.each([
  ["export const a = 1;\n  await using b = c;", "script.js:2:3"],
  ["let a;\nimport 'x'; using b = c;", "script.js:2:13"],
  ["for (using a = b; ; ) break;", "script.js:1:6"],
  ["class A { static { using a = b; } }", "script.js:1:20"],
])("%j names the place of an unsupported using", (code, place) => {
  expect(rewriteScript(code).problem).toMatch(
    new RegExp(`^SyntaxError: \`(await )?using\` works in blocks, .*\\n    at ${place}$`),
  );
});

test("leaves deeply nested code to the interpreter", () => {
  const code = "(".repeat(100_000);
  expect(rewriteScript(code).code).toBe(code);
});
