import { expect, it } from "vitest";
import { SHELL_COMMAND_NAMES } from "./command-names.ts";
import { SHELL_COMMANDS } from "./commands/shell-commands.ts";

it("lists every command of the shell under /system/bin", () => {
  expect(SHELL_COMMAND_NAMES).toEqual(SHELL_COMMANDS.map(({ name }) => name).toSorted());
});
