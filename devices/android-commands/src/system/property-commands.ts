import { CommandError } from "@terrarium/phone-shell/command-error";
import { androidCommand, whileRunning } from "../android-command.ts";

/** `getprop [NAME [DEFAULT]]`. */
export const getpropCommand = androidCommand("getprop", async ({ args: [name, fallback = ""], system }) => {
  if (name === "-T" || name === "-Z") throw new CommandError(`getprop: ${name} is not supported by this device`);
  if (name !== undefined) return `${(await system.getProperty(name)) || fallback}\n`;
  return (await system.listProperties()).map(([key, value]) => `[${key}]: [${value}]\n`).join("");
});

/** `setprop NAME VALUE`. */
export const setpropCommand = androidCommand("setprop", async ({ args, system }) => {
  const [name, value] = args;
  if (name === undefined || value === undefined || args.length > 2) throw new CommandError("usage: setprop NAME VALUE");
  const problem = await system.setProperty(name, value);
  if (problem !== undefined) {
    throw new CommandError(`Failed to set property '${name}' to '${value}'.\nSee dmesg for error reason: ${problem}`);
  }
});

/** `watchprops`: prints each property change until a signal. */
export const watchpropsCommand = androidCommand("watchprops", async (process) => {
  for (;;) {
    const [name, value] = await whileRunning(process, process.system.nextPropertyChange());
    await process.stdout.write(`${Math.floor(process.clock.nowMs() / 1000)} ${name} = '${value}'\n`);
  }
});
