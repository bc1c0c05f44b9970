import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { shellQuote } from "./shell-quote.ts";

test.each([
  ["a quote", "it's"],
  ["only quotes", "'''"],
  ["what the shell would expand", "$HOME `id` $(id) \\n !! ~ * ? {a,b} ; & | > < #"],
  ["several lines", "one\ntwo\r\n\tthree"],
  ["a leading dash", "-n --help"],
  ["other scripts and emoji", "Grüße, 你好 👩‍🚀"],
  ["nothing", ""],
])("%s reaches a command unchanged", (_name, text) => {
  expect(execFileSync("/bin/sh", ["-c", `printf %s ${shellQuote(text)}`], { encoding: "utf8" })).toBe(text);
});
