import { expect, test } from "vitest";
import { watchLooseCalls } from "./loose-calls.ts";

test.each([
  ["main();", "__watch(main)();"],
  ["import a from 'b';\nmain(1, {}).then(x)", "import a from 'b';\n__watch(main)(1, {}).then(x)"],
  ["(async () => {\n  await 1;\n})();", "__watch(async () => {\n  await 1;\n})();"],
  [";(async function () {})()", ";__watch(async function () {})()"],
  ["const text = `${f({ a: '`' })}`;\nmain();", "const text = `${f({ a: '`' })}`;\n__watch(main)();"],
  ["// it's `\n/* ` */\nmain();", "// it's `\n/* ` */\n__watch(main)();"],
])("%j is watched", (code, rewritten) => {
  expect(watchLooseCalls(code)).toBe(rewritten);
});

test.each([
  "await main();",
  "const p = main();",
  "  main();",
  "android.click(1, 1);",
  "if(a) main();",
  "import('gbox-sdk');",
  "console.log(`\nmain()\n${a}\nmain()\n`);",
  "/*\nmain();\n*/",
  "const url = `http://x\nmain()\n`;",
  "(1 + 2).toFixed();",
])("%j stays as it is", (code) => {
  expect(watchLooseCalls(code)).toBe(code);
});
