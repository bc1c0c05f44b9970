import { CommandError } from "@terrarium/phone-shell/command-error";
import { SETTING_NAMESPACES, type SettingNamespace } from "@terrarium/phone-system/device-settings";
import { androidCommand, runSubcommand, type Subcommand, type Subcommands } from "../android-command.ts";
import { Arguments, takeUserOption } from "../arguments.ts";

const USAGE = `Settings provider (settings) commands:
  get NAMESPACE KEY
      Retrieve the current value of KEY.
  put NAMESPACE KEY VALUE [TAG] [default]
      Change the contents of KEY to VALUE.
  delete NAMESPACE KEY
      Delete the entry for KEY, or take it back to its default.
  reset NAMESPACE {untrusted_defaults|untrusted_clear|trusted_defaults}
      Take everything back to its default.
  list NAMESPACE
      Print all defined keys.
      NAMESPACE is one of {system, secure, global}
`;

const commands: Record<string, Subcommand> = {
  "--user": async ([, ...rest], process) => runSubcommand(SETTINGS_SUBCOMMANDS, rest, process),
  get: async (list, { system }) => {
    const { namespace, operands } = parse(list, 1);
    return `${(await system.getSetting(namespace, operands[0] ?? "")) ?? "null"}\n`;
  },
  put: async (list, { system }) => {
    const { namespace, operands } = parse(list, 2, 4);
    const [key = "", value = ""] = operands;
    await system.putSetting(namespace, key, value);
  },
  delete: async (list, { system }) => {
    const { namespace, operands } = parse(list, 1);
    return `Deleted ${(await system.deleteSetting(namespace, operands[0] ?? "")) ? 1 : 0} rows\n`;
  },
  reset: async (list, { system }) => {
    const { namespace, operands } = parse(list, 1, 2);
    const [mode = ""] = operands;
    if (!["trusted_defaults", "untrusted_defaults", "untrusted_clear"].includes(mode)) {
      throw new CommandError(`Cannot reset ${mode}: this device keeps no record of which package put a setting`, 255);
    }
    for (const [key] of await system.listSettings(namespace)) await system.deleteSetting(namespace, key);
  },
  list: async (list, { system }) => {
    const { namespace } = parse(list, 0);
    return (await system.listSettings(namespace)).map(([key, value]) => `${key}=${value}\n`).join("");
  },
};

/** Subcommands of `settings` and `cmd settings`. */
export const SETTINGS_SUBCOMMANDS: Subcommands = { commands, usage: USAGE };

export const settingsCommand = androidCommand("settings", (process) =>
  runSubcommand(SETTINGS_SUBCOMMANDS, process.args, process),
);

/**
 * Returns the namespace and the operands. Throws unless there are `count` to `most` operands (AOSP
 * SettingsService.java, MyShellCommand).
 */
function parse(list: string[], count: number, most = count): { namespace: SettingNamespace; operands: string[] } {
  const args = new Arguments(list);
  for (let option = args.nextOption(); option !== undefined; option = args.nextOption()) {
    if (!takeUserOption(option, args)) throw new CommandError(`Invalid namespace '${option}'`, 255);
  }
  const name = args.next() ?? "";
  const namespace = SETTING_NAMESPACES.find((known) => known === name.toLowerCase());
  if (!namespace) throw new CommandError(`Invalid namespace '${name}'`, 255);
  const operands = args.rest();
  if (operands.length < count) throw new CommandError("Bad arguments", 255);
  if (operands.length > most) throw new CommandError("Too many arguments", 255);
  return { namespace, operands };
}
