import { OpenConstructs } from "./open-constructs.ts";
import type { ScriptNode } from "./syntax-tree.ts";
import { parseScript, SyntaxProblem } from "./syntax.ts";

/** Longest script that is parsed at each line, so that a syntax error is reported at its own line. */
const SHORT_CHARACTERS = 512;
const MAX_TRIES = 16;

/** Lines with whole commands, or with a syntax error. */
export type WholeCommands = { script: ScriptNode } | { problem: SyntaxProblem };

/**
 * Gathers lines until they are whole commands. The work is linear in the text. A long script is parsed when a scan of a
 * new line finds its end, and each time its length has doubled.
 */
export class CommandLines {
  #text = "";
  #constructs = new OpenConstructs();
  #parsedCharacters = 0;

  get isEmpty(): boolean {
    return this.#text === "";
  }

  /** Adds a line without its newline. Returns undefined while more lines are needed. */
  add(line: string): WholeCommands | undefined {
    this.#text += line;
    const open = this.#constructs.add(line);
    const due = this.#text.length < SHORT_CHARACTERS || this.#text.length >= 2 * this.#parsedCharacters;
    const whole = open && !due ? undefined : this.#parse();
    this.#text = whole ? "" : `${this.#text}\n`;
    return whole;
  }

  /** Returns the commands of all lines, with `rest` as the last. Do not add lines afterwards. */
  end(rest: string): WholeCommands {
    return parse(this.#text + rest);
  }

  #parse(): WholeCommands | undefined {
    // The parser would ignore a backslash at the end.
    if (this.#constructs.isContinued) return undefined;
    this.#parsedCharacters = this.#text.length;
    const whole = parse(this.#text);
    if ("problem" in whole && whole.problem.incomplete) return undefined;
    this.#constructs = new OpenConstructs();
    this.#parsedCharacters = 0;
    return whole;
  }
}

function parse(text: string): WholeCommands {
  try {
    return { script: parseScript(text) };
  } catch (error) {
    if (error instanceof SyntaxProblem) return { problem: error };
    throw error;
  }
}

/** Returns the whole commands on the lines before the syntax error at `line`. */
export function commandsBefore(source: string, line: number): ScriptNode {
  const constructs = new OpenConstructs();
  const ends: number[] = [];
  let end = 0;
  for (const each of source.split("\n").slice(0, Math.max(0, line - 1))) {
    end += each.length + 1;
    if (!constructs.add(each)) ends.push(end);
  }
  for (const last of ends.toReversed().slice(0, MAX_TRIES)) {
    const whole = parse(source.slice(0, last));
    if ("script" in whole) return whole.script;
  }
  return { type: "Script", statements: [] };
}
