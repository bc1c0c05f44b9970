import { CommandError } from "../../command-error.ts";
import type { Process, ShellCommand } from "../../process.ts";
import { parseOptions } from "../options.ts";
import { loadRegexEngine } from "../text/posix-regex.ts";
import { AwkInterpreter } from "./interpreter.ts";
import { parseAwk } from "./parser.ts";
import type { AwkProgram } from "./syntax-tree.ts";
import { AwkSyntaxError, unescapeString } from "./tokens.ts";
import { AwkError } from "./values.ts";

const USAGE = "usage: awk [-F fs][-v var=value][prog | -f progfile][file ...]";
const FAILURE_CODE = 2;

/** Runs Kernighan's awk, the awk of Android. Works record by record. */
async function runAwk(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "F:v:f:", long: ["version"], stopAtOperand: true });
  if (options.has("version")) {
    await process.stdout.write("awk version 20240122 (Terrarium)\n");
    return 0;
  }
  const operands = [...options.operands];
  const files = await Promise.all(options.values("f").map((path) => programFile(process, path)));
  const source = files.length > 0 ? files.join("\n") : operands.shift();
  if (source === undefined) throw new CommandError(USAGE, FAILURE_CODE);
  await loadRegexEngine();
  const interpreter = new AwkInterpreter(process, parse(source), operands);
  const separator = options.value("F");
  if (separator !== undefined) interpreter.assign("FS", separator === "t" ? "\t" : unescapeString(separator));
  for (const setting of options.values("v")) {
    const [, name, text = ""] = /^([A-Za-z_]\w*)=([^]*)$/.exec(setting) ?? [];
    if (name === undefined) throw new CommandError(`awk: invalid -v option argument: ${setting}`, FAILURE_CODE);
    interpreter.assign(name, unescapeString(text));
  }
  try {
    return await interpreter.run();
  } catch (error) {
    if (error instanceof AwkError) throw new CommandError(`awk: ${error.message}\n source line number 1`, FAILURE_CODE);
    throw error;
  }
}

async function programFile(process: Process, path: string): Promise<string> {
  return process.files.readText(path).catch(() => {
    throw new CommandError(`awk: can't open file ${path}\n source line number 1`, FAILURE_CODE);
  });
}

function parse(source: string): AwkProgram {
  try {
    return parseAwk(source);
  } catch (error) {
    if (!(error instanceof AwkSyntaxError)) throw error;
    const line = source.split("\n")[error.line - 1] ?? "";
    throw new CommandError(
      `awk: syntax error at source line ${error.line}\n context is\n\t >>> ${line.trim()} <<< \nawk: bailing out at source line ${error.line}`,
      FAILURE_CODE,
    );
  }
}

export const AWK_COMMAND: ShellCommand = { name: "awk", run: runAwk };
