import { expect, it } from "vitest";
import { commandNames } from "./command-names.ts";
import { allCommands } from "./commands/all-commands.ts";

it("every command that the shell can run has its name under /system/bin", () => {
  expect(commandNames).toEqual(allCommands.map(({ name }) => name).toSorted());
});
