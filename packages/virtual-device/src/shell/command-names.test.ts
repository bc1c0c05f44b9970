import { getCommandNames } from "just-bash";
import { expect, it } from "vitest";
import { commandNames } from "./command-names.ts";
import { createDeviceCommands } from "./commands/device-commands.ts";

it("every command that the shell can run has its name under /system/bin", () => {
  // Only their names are looked at; nothing is called.
  const device = createDeviceCommands({} as never);
  const names = new Set([...getCommandNames(), ...device.map(({ name }) => name)]);
  expect(commandNames).toEqual([...names].toSorted());
});
