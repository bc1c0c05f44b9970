import type { ShellCommand } from "../../process.ts";
import type { SystemCalls } from "../../system-calls.ts";
import { createInputCommand } from "./input-command.ts";
import { createPackageCommands } from "./package-commands.ts";
import { createPropertyCommands } from "./property-commands.ts";
import { createScreenCommands } from "./screen-commands.ts";

/** The commands that a phone's shell has beyond a Unix shell's. */
export function createAndroidCommands(system: SystemCalls): ShellCommand[] {
  return [
    createInputCommand(system),
    ...createScreenCommands(system),
    ...createPackageCommands(system),
    ...createPropertyCommands(system),
  ];
}
