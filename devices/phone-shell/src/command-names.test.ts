import { expect, it } from "vitest";
import { commandNames } from "./command-names.ts";
import { allCommands } from "./commands/all-commands.ts";

it("lists every command of the shell under /system/bin", () => {
  expect(commandNames).toEqual(allCommands.map(({ name }) => name).toSorted());
});
