import { expect, test } from "vitest";
import { watchLooseCalls } from "./loose-calls.ts";

test.each([
  ["main();", "__watch(main());"],
  ["  main(1, {}).then(x)", "  __watch(main(1, {}).then(x))"],
  ["(async () => {\n  a();\n})();", "__watch((async () => {\n  __watch(a());\n})());"],
  ["a()\n;[b].map(c)", "__watch(a())\n;__watch([b].map(c))"],
  ["if (x) a(); else b?.c()", "if (x) __watch(a()); else __watch(b?.c())"],
  ["ready && main()", "__watch(ready && main())"],
  ["a(), b();", "__watch(a(), b());"],
])("%j is watched", (code, rewritten) => {
  expect(watchLooseCalls(code).code).toBe(rewritten);
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
  expect(watchLooseCalls(code).code).toBe(code);
});

test("reports positions of the original script", () => {
  const written = "a(); b();\n  list.map((x) => { c(x); d(); });\n";
  const { code, restorePlaces } = watchLooseCalls(written);
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

test("leaves deeply nested code to the interpreter", () => {
  const code = "(".repeat(100_000);
  expect(watchLooseCalls(code).code).toBe(code);
});
