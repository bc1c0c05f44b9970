import { expect, test } from "vitest";
import { watchLooseCalls } from "./loose-calls.ts";

const DECLARED = "async function main() {}\n";

test.each([
  ["main();", "__watch(main)();"],
  ["main(1, {}).then(x)", "__watch(main)(1, {}).then(x)"],
  ["const run = async () => {};\nrun();", "const run = async () => {};\n__watch(run)();"],
  ["(async () => {\n  await 1;\n})();", "__watch(async () => {\n  await 1;\n})();"],
  [";(async function () {})()", ";__watch(async function () {})()"],
  ["const text = `${f({ a: '`' })}`;\nmain();", "const text = `${f({ a: '`' })}`;\n__watch(main)();"],
  ["// it's `\n/* ` */\nmain();", "// it's `\n/* ` */\n__watch(main)();"],
])("%j is watched", (code, rewritten) => {
  expect(watchLooseCalls(DECLARED + code)).toBe(DECLARED + rewritten);
});

test.each([
  "await main();",
  "const p = main();",
  "  main();",
  "android.click(1, 1);",
  "setTimeout(main);",
  "import('gbox-sdk');",
  "console.log(`\nmain()\n${a}\nmain()\n`);",
  "/*\nmain();\n*/",
  "const url = `http://x\nmain()\n`;",
  "(1 + 2).toFixed();",
])("%j stays as it is", (code) => {
  expect(watchLooseCalls(DECLARED + code)).toBe(DECLARED + code);
});
