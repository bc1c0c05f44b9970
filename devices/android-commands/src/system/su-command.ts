import { CommandError } from "@terrarium/phone-shell/command-error";
import type { Process, ShellCommand } from "@terrarium/phone-shell/process";

const USERS = new Map([
  ["root", 0],
  ["shell", 2000],
]);

/** `su [WHO [COMMAND…]]`, as a userdebug build allows it to the shell (AOSP system/extras/su/su.cpp). */
async function runSu(process: Process): Promise<number> {
  const { args, userId } = process;
  if (![...USERS.values()].includes(userId)) throw new CommandError("su: not allowed");
  const [who = "root", ...command] = args;
  const wanted = USERS.get(who) ?? (/^\d+$/.test(who) ? Number(who) : undefined);
  if (wanted === undefined || ![...USERS.values()].includes(wanted)) {
    throw new CommandError(`su: invalid uid/gid '${who}'`);
  }
  return process.spawn(command.length > 0 ? command : ["/system/bin/sh"], { userId: wanted }).exited;
}

export const SU_COMMAND: ShellCommand = { name: "su", run: runSu };
