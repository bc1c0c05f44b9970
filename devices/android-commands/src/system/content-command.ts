import { CommandError } from "@terrarium/phone-shell/command-error";
import type { Process } from "@terrarium/phone-shell/process";
import type { ContentAnswer } from "@terrarium/phone-shell/system-calls/device-calls";
import { withoutPrototype } from "@terrarium/phone-shell/without-prototype";
import type { ContentRow } from "@terrarium/phone-system/content/content-provider";
import { SETTING_NAMESPACES } from "@terrarium/phone-system/device-settings";
import { androidCommand, runSubcommand, type Subcommand } from "../android-command.ts";
import { Arguments, takeUserOption } from "../arguments.ts";

const USAGE = `usage: content [subcommand] [options]

  content query --uri <URI> [--projection <COLUMN>[:<COLUMN>...]] [--where <CONDITION>] [--sort <ORDER>]
  content insert --uri <URI> --bind <COLUMN>:<TYPE>:<VALUE> [--bind <COLUMN>:<TYPE>:<VALUE>...]
  content update --uri <URI> --bind <COLUMN>:<TYPE>:<VALUE>... [--where <CONDITION>]
  content delete --uri <URI> [--where <CONDITION>]

  <TYPE> is b (boolean), s (text), i (int), l (long), f (float), d (double) or n (null).
  URIs: content://settings/{system,secure,global}`;

type System = Process["system"];

interface ContentOptions {
  uri: string;
  projection: string[] | undefined;
  where: string | undefined;
  sort: string | undefined;
  values: Record<string, string | null>;
}

const commands: Record<string, Subcommand> = {
  query: async (args, process) => {
    const { uri, projection, where, sort } = await parse(args, process.system);
    const rows = isSettings(uri)
      ? await settingRows(uri, process, where)
      : valueOf(
          await process.system.contentQuery(uri, {
            ...(projection && { projection }),
            ...(where !== undefined && { where }),
            ...(sort !== undefined && { sort }),
          }),
          uri,
        );
    if (rows.length === 0) return "No result found.\n";
    return rows.map((row, i) => `Row: ${i} ${describeRow(projection ? pick(row, projection) : row)}\n`).join("");
  },
  insert: async (args, { system }) => {
    const { uri, values } = await parse(args, system);
    if (isSettings(uri)) await system.putSetting(namespaceOf(uri), values["name"] ?? "", values["value"] ?? "");
    else valueOf(await system.contentInsert(uri, values), uri);
  },
  update: async (args, { system }) => {
    const { uri, values, where } = await parse(args, system);
    if (isSettings(uri)) await system.putSetting(namespaceOf(uri), keyOf(uri, where), values["value"] ?? "");
    else valueOf(await system.contentUpdate(uri, values, where), uri);
  },
  delete: async (args, { system }) => {
    const { uri, where } = await parse(args, system);
    if (isSettings(uri)) await system.deleteSetting(namespaceOf(uri), keyOf(uri, where));
    else valueOf(await system.contentDelete(uri, where), uri);
  },
};

/** `content`: accesses the apps' tables and the settings by URI (AOSP cmds/content). */
export const contentCommand = androidCommand("content", async (process) => {
  const [name] = process.args;
  const isCommand = name !== undefined && Object.hasOwn(commands, name);
  const usage = isCommand ? USAGE : await usageOn(process.system);
  if (!isCommand && name !== undefined && name !== "help") {
    throw new CommandError(`${usage}\n[ERROR] Unsupported operation: ${name}`, 1);
  }
  return runSubcommand({ commands, usage }, process.args, process);
});

/** Returns the help with the URIs of the phone's apps. */
async function usageOn(system: System): Promise<string> {
  return `${[USAGE, ...(await system.contentUris())].join(",\n  ")}\n`;
}

async function parse(list: string[], system: System): Promise<ContentOptions> {
  const args = new Arguments(list);
  const options: ContentOptions = {
    uri: "",
    projection: undefined,
    where: undefined,
    sort: undefined,
    values: withoutPrototype(),
  };
  for (let option = args.nextOption(); option !== undefined; option = args.nextOption()) {
    if (option === "--uri") options.uri = args.require(option);
    else if (option === "--projection") options.projection = args.require(option).split(":");
    else if (option === "--where") options.where = args.require(option);
    else if (option === "--sort") options.sort = args.require(option);
    else if (option === "--bind") bind(options, args.require(option));
    else if (!takeUserOption(option, args))
      throw new CommandError(`${await usageOn(system)}\n[ERROR] Unsupported argument: ${option}`, 1);
  }
  if (options.uri === "")
    throw new CommandError("[ERROR] Content provider URI not specified. Did you specify --uri argument?", 1);
  return options;
}

function bind(options: ContentOptions, text: string): void {
  const [, column, type, value = ""] = /^([^:]+):([bsilfdn]):([^]*)$/.exec(text) ?? [];
  if (column === undefined) {
    throw new CommandError(`[ERROR] Binding not well formed: ${text}; it must be <COLUMN>:<TYPE>:<VALUE>`, 1);
  }
  options.values[column] =
    type === "n" ? null : type === "b" ? String(Number(value === "true" || value === "1")) : value;
}

function valueOf<Value>(answer: ContentAnswer<Value>, uri: string): Value {
  if ("value" in answer) return answer.value;
  const { name, message } = answer.error;
  throw new CommandError(`Error while accessing provider:${uri.split("/")[2] ?? ""}\n${name}: ${message}`);
}

function describeRow(row: ContentRow): string {
  return Object.entries(row)
    .map(([column, value]) => `${column}=${value ?? "NULL"}`)
    .join(", ");
}

function pick(row: ContentRow, columns: string[]): ContentRow {
  return Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));
}

function isSettings(uri: string): boolean {
  return uri.startsWith("content://settings/");
}

function namespaceOf(uri: string) {
  const name = uri.split("/")[3];
  const namespace = SETTING_NAMESPACES.find((known) => known === name);
  if (!namespace)
    throw new CommandError(
      `Error while accessing provider:settings\njava.lang.IllegalArgumentException: Invalid URI: ${uri}`,
    );
  return namespace;
}

/** Returns the name of the requested setting, from the URI's end or from `name='…'`. */
function keyOf(uri: string, where: string | undefined): string {
  const key = uri.split("/")[4] ?? /^\s*name\s*=\s*'([^']+)'\s*$/.exec(where ?? "")?.[1];
  if (key === undefined) throw new CommandError(`[ERROR] name one setting: --where "name='KEY'"`, 1);
  return key;
}

async function settingRows(uri: string, { system }: Process, where: string | undefined): Promise<ContentRow[]> {
  const all = await system.listSettings(namespaceOf(uri));
  const wanted = uri.split("/")[4] !== undefined || where !== undefined ? keyOf(uri, where) : undefined;
  return all
    .map(([name, value], i) => ({ _id: String(i + 1), name, value }))
    .filter(({ name }) => wanted === undefined || name === wanted);
}
