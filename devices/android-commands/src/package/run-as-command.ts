import { CommandError } from "@terrarium/phone-shell/command-error";
import { androidCommand } from "../android-command.ts";

/**
 * `run-as PACKAGE …`: runs a command as a debuggable app's user. The device has no debuggable app (AOSP
 * system/core/run-as/run-as.cpp).
 */
export const runAsCommand = androidCommand("run-as", async ({ args: [name], system }) => {
  if (name === undefined)
    throw new CommandError("run-as: usage: run-as <package-name> [--user <uid>] <command> [<args>]");
  const installed = (await system.packages()).some(({ packageName }) => packageName === name);
  throw new CommandError(`run-as: ${installed ? "package not debuggable" : "unknown package"}: ${name}`);
});
