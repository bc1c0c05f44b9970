import type { Command } from "just-bash";
import type { DeviceFiles } from "../../files/device-files.ts";
import type { SystemCalls } from "../system-calls.ts";
import { createDigestCommands } from "./digest-commands.ts";
import { createInputCommand } from "./input-command.ts";
import { createPackageCommands } from "./package-commands.ts";
import { createScreenCommands } from "./screen-commands.ts";
import { createSystemCommands } from "./system-commands.ts";

/** The commands that a phone's shell has beyond a Unix shell's. */
export function createAndroidCommands(system: SystemCalls, files: DeviceFiles): Command[] {
  return [
    createInputCommand(system),
    ...createScreenCommands(system),
    ...createPackageCommands(system),
    ...createSystemCommands(system),
    ...createDigestCommands(files),
  ];
}
