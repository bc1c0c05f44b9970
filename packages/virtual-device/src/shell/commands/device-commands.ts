import type { ShellCommand } from "../process.ts";
import type { SystemCalls } from "../system-calls.ts";
import { androidCommands } from "./android/android-commands.ts";
import { digestCommands } from "./digest-commands.ts";
import { createSystemCommands } from "./system-commands.ts";

/** The commands that the device adds to those of the interpreter, or has in place of them. */
export function createDeviceCommands(system: SystemCalls): ShellCommand[] {
  return [...androidCommands, ...createSystemCommands(system), ...digestCommands];
}
