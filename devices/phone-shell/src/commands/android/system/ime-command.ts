import { INPUT_METHOD_ID, INPUT_METHOD_PACKAGE } from "@terrarium/phone-system/input-method";
import { CommandError } from "../../../command-error.ts";
import { androidCommand, runSubcommand, type Subcommand, type Subcommands } from "../android-command.ts";
import { illegalArgument } from "../java-exception.ts";

const USAGE = `ime <command>:
  list [-a] [-s]
      prints all enabled input methods: -a all, -s only their ids.
  enable | disable | set <ID>
      allows, prevents or chooses an input method.
  reset
      resets the input methods to the default.
`;

const commands: Record<string, Subcommand> = {
  list: async (args) => {
    if (args.some((arg) => /^-\w*s/.test(arg))) return `${INPUT_METHOD_ID}\n`;
    return `${INPUT_METHOD_ID}:\n  mId=${INPUT_METHOD_ID} mSettingsActivityName=null mIsVrOnly=false\n  mIsDefaultResId=0x0\n  Service:\n    packageName=${INPUT_METHOD_PACKAGE}\n`;
  },
  enable: async ([id]) => `Input method ${known(id, "enable", "enabled")}: already enabled for user #0\n`,
  set: async ([id]) => `Input method ${known(id, "set", "selected")} selected for user #0\n`,
  disable: async ([id = ""]) => {
    if (!isKnown(id)) return `Input method ${id}: already disabled for user #0\n`;
    throw new CommandError(`Input method ${id} is the only one of this device and stays enabled`);
  },
  reset: async () =>
    `Reset current and enabled IMEs for user #0\n  Selected: ${INPUT_METHOD_ID}\n  Enabled IMEs: ${INPUT_METHOD_ID}\n`,
};

/** Subcommands of `ime` and `cmd input_method`. */
export const INPUT_METHOD_SUBCOMMANDS: Subcommands = { commands, usage: USAGE };

export const imeCommand = androidCommand("ime", (process) =>
  runSubcommand(INPUT_METHOD_SUBCOMMANDS, process.args, process),
);

/** Returns the id. Throws if `command` has no id, or an id that it cannot use. */
function known(id: string | undefined, command: string, wanted: string): string {
  if (id === undefined) throw illegalArgument(`Argument expected after "${command}"`);
  if (!isKnown(id)) throw new CommandError(`Unknown input method ${id} cannot be ${wanted} for user #0`, 255);
  return id;
}

function isKnown(id: string): boolean {
  return id === INPUT_METHOD_ID || id === INPUT_METHOD_ID.replace("/.", `/${INPUT_METHOD_PACKAGE}.`);
}
