import type { Command } from "just-bash";
import type { DeviceFiles } from "../../files/device-files.ts";
import type { SystemCalls } from "../system-calls.ts";
import { createAndroidCommands } from "./android/android-commands.ts";
import { createDigestCommands } from "./digest-commands.ts";
import { createSystemCommands } from "./system-commands.ts";

/** The commands that the device adds to those of the interpreter, or has in place of them. */
export function createDeviceCommands(system: SystemCalls, files: DeviceFiles): Command[] {
  return [...createAndroidCommands(system), ...createSystemCommands(system), ...createDigestCommands(files)];
}
