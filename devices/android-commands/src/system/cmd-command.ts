import { CommandError } from "@terrarium/phone-shell/command-error";
import type { Process } from "@terrarium/phone-shell/process";
import { androidCommand, runSubcommand } from "../android-command.ts";
import { services } from "./services.ts";

/** Exit code for an unknown service (AOSP cmds/cmd/cmd.cpp). */
const NO_SERVICE = 20;

/** `cmd [-w] SERVICE …`: runs a service's own commands (AOSP cmds/cmd/cmd.cpp). */
export const cmdCommand = androidCommand("cmd", async (process: Process) => {
  const [name, ...args] = process.args[0] === "-w" ? process.args.slice(1) : process.args;
  if (name === undefined) {
    throw new CommandError(
      "cmd: No service specified; use -l to list all running services. Use -w to start and wait for a running service.",
      NO_SERVICE,
    );
  }
  if (name === "-l") {
    return `Currently running services:\n${[...services.keys()].map((each) => `  ${each}\n`).join("")}`;
  }
  const service = services.get(name);
  if (!service) throw new CommandError(`cmd: Can't find service: ${name}`, NO_SERVICE);
  if (service.commands) return runSubcommand(service.commands, args, process);
  await process.stderr.write("No shell command implementation.\n");
  return 0;
});
