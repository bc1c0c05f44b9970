import { CommandError } from "@terrarium/phone-shell/command-error";
import type { SystemCalls } from "@terrarium/phone-shell/system-calls/system-calls";
import { INPUT_METHOD_ID } from "@terrarium/phone-system/input-method";
import { fullComponentName } from "../activity/intent-arguments.ts";
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
const ENABLED = "enabled_input_methods";
const SELECTED = "default_input_method";

const commands: Record<string, Subcommand> = {
  list: async (args, { system }) => {
    const flags = args.join("");
    const shown = flags.includes("a") ? await allMethods(system) : await enabledMethods(system);
    return shown.map(flags.includes("s") ? (id) => `${id}\n` : describe).join("");
  },
  enable: async ([id], { system }) => {
    const method = await known(system, id, "enable", "enabled");
    const enabled = await enabledMethods(system);
    if (enabled.includes(method)) return `Input method ${id}: already enabled for user #0\n`;
    await system.putSetting("secure", ENABLED, [...enabled, method].join(":"));
    return `Input method ${id}: now enabled for user #0\n`;
  },
  set: async ([id], { system }) => {
    const method = await known(system, id, "set", "selected");
    if (!(await enabledMethods(system)).includes(method))
      throw new CommandError(`Unknown input method ${id} cannot be selected for user #0`, 255);
    if (method !== ((await system.getSetting("secure", SELECTED)) ?? INPUT_METHOD_ID))
      await system.putSetting("secure", SELECTED, method);
    return `Input method ${id} selected for user #0\n`;
  },
  disable: async ([id = ""], { system }) => {
    const enabled = await enabledMethods(system);
    const method = enabled.find((each) => isSame(each, id));
    if (method === undefined) return `Input method ${id}: already disabled for user #0\n`;
    if (method === INPUT_METHOD_ID)
      throw new CommandError(`Input method ${id} is the built-in one of this device and stays enabled`);
    await system.putSetting("secure", ENABLED, enabled.filter((each) => each !== method).join(":"));
    if (method === (await system.getSetting("secure", SELECTED)))
      await system.putSetting("secure", SELECTED, INPUT_METHOD_ID);
    return `Input method ${id}: now disabled for user #0\n`;
  },
  reset: async (_args, { system }) => {
    for (const key of [ENABLED, SELECTED])
      if (((await system.getSetting("secure", key)) ?? INPUT_METHOD_ID) !== INPUT_METHOD_ID)
        await system.putSetting("secure", key, INPUT_METHOD_ID);
    return `Reset current and enabled IMEs for user #0\n  Selected: ${INPUT_METHOD_ID}\n  Enabled IMEs: ${INPUT_METHOD_ID}\n`;
  },
};

/** Subcommands of `ime` and `cmd input_method`. */
export const INPUT_METHOD_SUBCOMMANDS: Subcommands = { commands, usage: USAGE };

export const imeCommand = androidCommand("ime", (process) =>
  runSubcommand(INPUT_METHOD_SUBCOMMANDS, process.args, process),
);

/** Returns the built-in input method and those of installed helpers. */
async function allMethods(system: SystemCalls): Promise<string[]> {
  return [INPUT_METHOD_ID, ...(await system.helperPackages()).flatMap(({ inputMethods }) => inputMethods)];
}

async function enabledMethods(system: SystemCalls): Promise<string[]> {
  const enabled = (await system.getSetting("secure", ENABLED))?.split(":") ?? [];
  return (await allMethods(system)).filter((id) => id === INPUT_METHOD_ID || enabled.includes(id));
}

function describe(id: string): string {
  return `${id}:\n  mId=${id} mSettingsActivityName=null mIsVrOnly=false\n  mIsDefaultResId=0x0\n  Service:\n    packageName=${id.split("/")[0]}\n`;
}

/** Returns the input method. Throws if `command` has no id, or an id that it cannot use. */
async function known(system: SystemCalls, id: string | undefined, command: string, wanted: string): Promise<string> {
  if (id === undefined) throw illegalArgument(`Argument expected after "${command}"`);
  const method = (await allMethods(system)).find((each) => isSame(each, id));
  if (method === undefined) throw new CommandError(`Unknown input method ${id} cannot be ${wanted} for user #0`, 255);
  return method;
}

const isSame = (id: string, other: string): boolean => fullComponentName(id) === fullComponentName(other);
