import { expect, test } from "vitest";
import { shownCommand } from "./shown-command.ts";

const OWN = new Set(["logcat", "page-markdown"]);

test.each([
  ["a command", "npm test", "npm test"],
  ["the first line of several", "npm ci\nnpm test", "npm ci …"],
  ["no control characters", "printf '\u001B[31m\u0007'", "printf ' [31m '"],
  ["no variables of the server's", "export KEY='se\ncret'\ncd '/home/user' || exit 1\nls -l", "ls -l"],
  ["no part of a long line", "x".repeat(300), `${"x".repeat(200)} …`],
  ["no command of the device", "logcat -v threadtime", undefined],
  ["no command of the device with a hyphen", "page-markdown", undefined],
])("shows %s", (_what, command, shown) => {
  expect(shownCommand(command, OWN)).toBe(shown);
});
