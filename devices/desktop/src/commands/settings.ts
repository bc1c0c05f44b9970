import { type Command, CommandError } from "./command.ts";

const ENTRIES_MAX = 1_000;
const VALUE_MAX_CHARS = 4_096;

/**
 * `settings get|put|delete NAMESPACE KEY [VALUE]` (AOSP SettingsService, MyShellCommand): stores callers' notes, such
 * as a coordinate scale, until this program ends.
 */
export function settings(): Command {
  const values = new Map<string, string>();
  return async ({ args: [verb, namespace, key, value], print }) => {
    if (namespace === undefined || key === undefined)
      throw new CommandError("usage: settings get|put|delete NAMESPACE KEY [VALUE]");
    const name = `${namespace} ${key}`;
    if (verb === "get") return print(`${values.get(name) ?? "null"}\n`);
    if (verb === "delete") return print(`Deleted ${values.delete(name) ? 1 : 0} rows\n`);
    if (verb !== "put" || value === undefined) throw new CommandError(`settings: "${verb} ${name}" is not understood`);
    if (name.length + value.length > VALUE_MAX_CHARS)
      throw new CommandError(`settings: at most ${VALUE_MAX_CHARS} characters`);
    if (!values.has(name) && values.size >= ENTRIES_MAX) throw new CommandError(`settings: at most ${ENTRIES_MAX}`);
    values.set(name, value);
  };
}
