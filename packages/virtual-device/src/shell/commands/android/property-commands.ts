import type { ShellCommand } from "../../process.ts";
import type { SystemCalls } from "../../system-calls.ts";
import { CommandError, command } from "../command.ts";

/** `getprop` and `setprop`. */
export function createPropertyCommands(system: SystemCalls): ShellCommand[] {
  return [
    command("getprop", async ([name, fallback = ""]) => {
      if (name !== undefined) return `${(await system.getProperty(name)) ?? fallback}\n`;
      return (await system.listProperties()).map(([key, value]) => `[${key}]: [${value}]\n`).join("");
    }),
    command("setprop", async (args) => {
      const [name, value] = args;
      if (name === undefined || value === undefined || args.length > 2)
        throw new CommandError("usage: setprop NAME VALUE");
      const problem = await system.setProperty(name, value);
      if (problem !== undefined) {
        throw new CommandError(
          `Failed to set property '${name}' to '${value}'.\nSee dmesg for error reason: ${problem}`,
        );
      }
    }),
  ];
}
