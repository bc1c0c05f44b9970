import { CommandError } from "../../command.ts";
import { androidCommand, FailedAnswer, runSubcommand, type Subcommand, type Subcommands } from "../android-command.ts";

/** The on-screen keyboard, the device's only input method. */
export const inputMethodId = "com.terrarium.keyboard/.KeyboardService";

const usage = `ime <command>:
  list [-a] [-s]
      prints all enabled input methods: -a all, -s only their ids.
  enable | disable | set <ID>
      allows, prevents or chooses an input method.
  reset
      resets the input methods to the default.
`;

const commands: Record<string, Subcommand> = {
  list: async (args) => {
    if (args.some((arg) => /^-\w*s/.test(arg))) return `${inputMethodId}\n`;
    return `${inputMethodId}:\n  mId=${inputMethodId} mSettingsActivityName=null mIsVrOnly=false\n  mIsDefaultResId=0x0\n  Service:\n    packageName=com.terrarium.keyboard\n`;
  },
  enable: async ([id]) => `Input method ${known(id, "enabled")}: already enabled for user #0\n`,
  set: async ([id]) => `Input method ${known(id, "selected")} selected for user #0\n`,
  disable: async ([id]) => {
    throw new CommandError(`Input method ${known(id, "disabled")} is the only one of this device and stays enabled`);
  },
  reset: async () => "Reset current and enabled IMEs for user #0\n",
};

/** The subcommands of `ime` and `cmd input_method`. */
export const inputMethodSubcommands: Subcommands = { commands, usage };

export const imeCommand = androidCommand("ime", (process) =>
  runSubcommand("ime", inputMethodSubcommands, process.args, process),
);

function known(id: string | undefined, action: string): string {
  if (id === undefined) throw new CommandError("Error: no input method specified", 255);
  const full = inputMethodId.replace("/.", "/com.terrarium.keyboard.");
  if (id !== inputMethodId && id !== full) {
    throw new FailedAnswer(`Unknown input method ${id} cannot be ${action} for user #0`);
  }
  return id;
}
