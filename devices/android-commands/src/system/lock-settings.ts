import { CommandError } from "@terrarium/phone-shell/command-error";
import { androidCommand, runSubcommand, type Subcommand, type Subcommands } from "../android-command.ts";
import { Arguments, takeUserOption } from "../arguments.ts";
import { illegalArgument } from "../java-exception.ts";

const USAGE = `lockSettings service commands:

  get-disabled [--user USER_ID]
    Prints true if the lock screen is completely disabled, i.e. set to None.
    Otherwise prints false.

  set-disabled [--user USER_ID] <true|false>
    Sets whether the lock screen is disabled.
`;
const KEY = "lockscreen.disabled";

/** Rejects a PIN or password. The lock screen opens with a swipe, as on devices without FEATURE_SECURE_LOCK_SCREEN. */
const noSecrets: Subcommand = async () => {
  throw new CommandError("The device does not support lock screen - ignoring the command.", 255);
};

/** `cmd lock_settings` (AOSP LockSettingsShellCommand.java). */
export const lockSettingsSubcommands: Subcommands = {
  usage: USAGE,
  commands: {
    "get-disabled": async (_args, { system }) => `${(await system.getSetting("secure", KEY)) === "1"}\n`,
    "set-disabled": async (list, { system }) => {
      const args = new Arguments(list);
      for (let option = args.nextOption(); option !== undefined; option = args.nextOption()) {
        if (!takeUserOption(option, args)) throw illegalArgument(`Unknown option: ${option}`);
      }
      const disabled = args.next()?.toLowerCase() === "true";
      await system.putSetting("secure", KEY, disabled ? "1" : "0");
      return `Lock screen disabled set to ${disabled}\n`;
    },
    "set-pattern": noSecrets,
    "set-pin": noSecrets,
    "set-password": noSecrets,
    clear: noSecrets,
    verify: noSecrets,
    "remove-cache": noSecrets,
  },
};

export const locksettingsCommand = androidCommand("locksettings", (process) =>
  runSubcommand(lockSettingsSubcommands, process.args, process),
);
