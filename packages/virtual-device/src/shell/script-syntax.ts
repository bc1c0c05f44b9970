import { parse, serialize } from "just-bash";

/** Whether a line that was typed stops short: within a quote, a compound command, a here-document, after | or \. */
export function isIncomplete(script: string): boolean {
  if (/(\||&&|(^|[^\\])(\\\\)*\\)\s*$/.test(script)) return true;
  for (const [, , delimiter] of script.matchAll(/<<-?\s*(['"]?)([A-Za-z_]\w*)\1/g)) {
    if (!script.split("\n").slice(1).some((line) => line.trimStart() === delimiter)) return true;
  }
  try {
    parse(script);
    return false;
  } catch (error) {
    return error instanceof Error && stopsAtEnd(error.message, script);
  }
}

/** The parser names the place at which it gave up; when that is the end, more text could mend it. */
function stopsAtEnd(message: string, script: string): boolean {
  if (/unexpected EOF|got EOF/.test(message)) return true;
  const place = /at (\d+):(\d+)/.exec(message);
  const lines = script.trimEnd().split("\n");
  return Number(place?.[1]) === lines.length && Number(place?.[2]) > (lines.at(-1)?.length ?? 0);
}

/** The functions that a script defines at its top level: their source by name. */
export function functionDefinitions(script: string): Record<string, string> {
  const { statements, ...rest } = parse(script);
  const sources: Record<string, string> = {};
  for (const statement of statements) {
    const command = statement.pipelines[0]?.commands[0];
    if (command?.type === "FunctionDef") sources[command.name] = serialize({ ...rest, statements: [statement] });
  }
  return sources;
}
