import { CommandError } from "@terrarium/phone-shell/command-error";
import { androidCommand } from "../android-command.ts";

/** `reboot`: restarts the system. This also ends the command itself. */
export const rebootCommand = androidCommand("reboot", async ({ args, system }) => {
  const target = args.find((arg) => arg !== "-p");
  if (args.includes("-p")) {
    throw new CommandError("reboot: this device runs for as long as whoever started it wants; end it there");
  }
  if (target !== undefined && target !== "") throw new CommandError(`reboot: this device has no "${target}" to start`);
  await system.reboot();
});

function requireRoot(userId: number): void {
  if (userId !== 0) throw new CommandError("must be root");
}

/** `stop`: ends the screen and the apps, as `stop zygote` does. */
export const stopCommand = androidCommand("stop", async ({ userId, system }) => {
  requireRoot(userId);
  await system.stopSystem();
});

/** `start`: starts the screen and the apps again. */
export const startCommand = androidCommand("start", async ({ userId, system }) => {
  requireRoot(userId);
  await system.startSystem();
});
