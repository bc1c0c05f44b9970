import { settingNamespaces, type SettingNamespace } from "../../../../system/device-settings.ts";
import { CommandError } from "../../command.ts";
import { androidCommand, runSubcommand, type Subcommand, type Subcommands } from "../android-command.ts";
import { Arguments, takeUserOption, unknownOption } from "../arguments.ts";

const usage = `Settings provider (settings) commands:
  get NAMESPACE KEY
      Retrieve the current value of KEY.
  put NAMESPACE KEY VALUE
      Change the contents of KEY to VALUE.
  delete NAMESPACE KEY
      Delete the entry for KEY, or take it back to its default.
  reset NAMESPACE
      Take everything back to its default.
  list NAMESPACE
      Print all defined keys.
      NAMESPACE is one of {system, secure, global}
`;

const commands: Record<string, Subcommand> = {
  get: async (list, { system }) => {
    const { namespace, operands } = parse(list, 1);
    return `${(await system.getSetting(namespace, operands[0] ?? "")) ?? "null"}\n`;
  },
  put: async (list, { system }) => {
    const { namespace, operands } = parse(list, 2);
    const [key = "", value = ""] = operands;
    await system.putSetting(namespace, key, value);
  },
  delete: async (list, { system }) => {
    const { namespace, operands } = parse(list, 1);
    return `Deleted ${(await system.deleteSetting(namespace, operands[0] ?? "")) ? 1 : 0} rows\n`;
  },
  reset: async (list, { system }) => {
    const { namespace } = parse(list, 0);
    for (const [key] of await system.listSettings(namespace)) await system.deleteSetting(namespace, key);
  },
  list: async (list, { system }) => {
    const { namespace } = parse(list, 0);
    return (await system.listSettings(namespace)).map(([key, value]) => `${key}=${value}\n`).join("");
  },
};

/** The subcommands of `settings` and `cmd settings`. */
export const settingsSubcommands: Subcommands = { commands, usage };

export const settingsCommand = androidCommand("settings", (process) =>
  runSubcommand("settings", settingsSubcommands, process.args, process),
);

function parse(list: string[], count: number): { namespace: SettingNamespace; operands: string[] } {
  const args = new Arguments(list);
  for (let option = args.nextOption(); option !== undefined; option = args.nextOption()) {
    if (!["--lineage", "--cm"].includes(option) && !takeUserOption(option, args)) throw unknownOption(option);
  }
  const name = args.next() ?? "";
  const namespace = settingNamespaces.find((known) => known === name.toLowerCase());
  if (!namespace)
    throw new CommandError(`Error: Invalid namespace '${name}'; there are ${settingNamespaces.join(", ")}`, 255);
  const operands = args.rest();
  if (operands.length < count) throw new CommandError(`Error: Not enough arguments`, 255);
  return { namespace, operands };
}
