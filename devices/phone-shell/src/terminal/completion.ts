import { builtins, specialBuiltins } from "../executor/builtins/builtins.ts";
import type { Shell } from "../executor/shell.ts";
import { isFolder } from "../files/process-files.ts";

export interface Completion {
  /** Text to insert at the cursor. */
  insert: string;
  /** All possible completions. */
  choices: string[];
}

/** Completes the word before the cursor: a command at its start, a variable after $, else a path. */
export async function complete(text: string, shell: Shell): Promise<Completion> {
  const word = /(?:[^\t-\r ;|&<>()'"\\]|\\.)*$/.exec(text)?.[0] ?? "";
  const plain = word.replace(/\\(.)/g, "$1");
  const before = text.slice(0, text.length - word.length).trimEnd();
  const isCommand = before === "" || /[;|&({!]$|\b(?:then|do|else|exec|time|command|sudo)$/.test(before);
  const variable = /^\$\{?(\w*)$/.exec(plain)?.[1];
  if (variable !== undefined)
    return fit(
      variable,
      shell.variables.names().filter((name) => name.startsWith(variable)),
      "",
    );
  if (isCommand && !plain.includes("/"))
    return fit(
      plain,
      commandNames(shell).filter((name) => name.startsWith(plain)),
      " ",
    );
  return completePath(plain, shell);
}

function commandNames(shell: Shell): string[] {
  const names = [
    ...shell.machine.commands.keys(),
    ...builtins.keys(),
    ...specialBuiltins.keys(),
    ...shell.functions.keys(),
    ...shell.aliases.keys(),
  ];
  return [...new Set(names)].toSorted();
}

async function completePath(word: string, shell: Shell): Promise<Completion> {
  const slash = word.lastIndexOf("/") + 1;
  const folder = word.slice(0, slash);
  const start = word.slice(slash);
  const entries = await shell.files.list(folder === "" ? "." : folder).catch(() => []);
  const matching = entries.filter(({ name }) => name.startsWith(start) && (start !== "" || !name.startsWith(".")));
  const [only] = matching;
  if (matching.length === 1 && only) {
    const folderLike = isFolder(only.status) || (await shell.files.isFolder(folder + only.name));
    return { insert: escapeWord(only.name.slice(start.length)) + (folderLike ? "/" : " "), choices: [only.name] };
  }
  return fit(
    start,
    matching.map(({ name }) => name),
    "",
  );
}

/** Returns the common prefix of all choices. Adds `after` to a single choice. */
function fit(start: string, choices: string[], after: string): Completion {
  const [first, ...rest] = choices;
  if (first === undefined) return { insert: "", choices };
  let length = first.length;
  for (const choice of rest) while (!choice.startsWith(first.slice(0, length))) length -= 1;
  // Characters with the same first half, such as two emoji, have no common prefix.
  if (/[\ud800-\udbff]$/.test(first.slice(start.length, length))) length -= 1;
  return { insert: escapeWord(first.slice(start.length, length)) + (rest.length === 0 ? after : ""), choices };
}

function escapeWord(text: string): string {
  return text.replace(/[\t-\r '"\\$&;|<>()*?[\]`!#~]/g, "\\$&");
}
