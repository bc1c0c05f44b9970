import { cutText } from "@terrarium/bounds/cut-text";

const MAX_CHARS = 200;
/** The server sets variables and the folder before a command. Variables may be secret and do not belong in the log. */
const SERVER_LINES = "|| exit 1\n";
const FIRST_WORD = /^[\w-]+/;

/**
 * Returns a shell's command as one line of the log: its first line, without control characters. Undefined for a command
 * of the device itself, which the server repeats all the time.
 */
export function shownCommand(command: string, own: ReadonlySet<string>): string | undefined {
  const start = command.lastIndexOf(SERVER_LINES);
  const given = (start < 0 ? command : command.slice(start + SERVER_LINES.length)).trim();
  if (own.has(FIRST_WORD.exec(given)?.[0] ?? "")) return undefined;
  const [first = ""] = given.split("\n");
  const line = cutText(first.replaceAll(/\p{Cc}+/gu, " "), MAX_CHARS);
  return line.length < given.length ? `${line} …` : line;
}
