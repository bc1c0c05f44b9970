/** The part of sed's language that can be carried out line by line as input comes. */
import { posixExpression } from "./posix-expression.ts";

export type SedAddress = { kind: "line"; number: number } | { kind: "last" } | { kind: "match"; expression: RegExp };

export interface SedCommand {
  from: SedAddress | undefined;
  to: SedAddress | undefined;
  negated: boolean;
  action:
    | { kind: "print" | "delete" | "quit" | "number" }
    | { kind: "substitute"; expression: RegExp; replacement: string; print: boolean; occurrence: number };
  /** Whether a range is being passed. */
  inRange: boolean;
}

/** Takes a script apart; undefined if there is anything in it that is not known here. */
export function parseSed(script: string, extended: boolean): SedCommand[] | undefined {
  const commands: SedCommand[] = [];
  let rest = script.replace(/^[\s;]+/, "");
  try {
    while (rest !== "") {
      const from = takeAddress(rest, extended);
      rest = from.rest;
      let to: SedAddress | undefined;
      if (from.address && rest.startsWith(",")) {
        const second = takeAddress(rest.slice(1), extended);
        if (!second.address) return undefined;
        ({ address: to, rest } = second);
      }
      const negated = /^\s*!/.test(rest);
      rest = rest.replace(/^\s*!?\s*/, "");
      const action = takeAction(rest, extended);
      if (!action) return undefined;
      commands.push({ from: from.address, to, negated, action: action.action, inRange: false });
      if (!/^\s*([;\n]|$)/.test(action.rest)) return undefined;
      rest = action.rest.replace(/^[\s;]+/, "");
    }
  } catch {
    // A bad expression: the whole of sed says what is wrong with it.
    return undefined;
  }
  return commands;
}

function takeAddress(text: string, extended: boolean): { address: SedAddress | undefined; rest: string } {
  const number = /^(\d+)/.exec(text)?.[1];
  if (number !== undefined)
    return { address: { kind: "line", number: Number(number) }, rest: text.slice(number.length) };
  if (text.startsWith("$")) return { address: { kind: "last" }, rest: text.slice(1) };
  if (!text.startsWith("/")) return { address: undefined, rest: text };
  const [source, rest] = untilDelimiter(text.slice(1), "/");
  const ignoreCase = rest.startsWith("I");
  return {
    address: { kind: "match", expression: compile(source, extended, ignoreCase ? "i" : "") },
    rest: ignoreCase ? rest.slice(1) : rest,
  };
}

function compile(source: string, extended: boolean, flags: string): RegExp {
  if (source === "") throw new Error("the last expression again");
  return new RegExp(posixExpression(source, extended), `${flags}u`);
}

/** The text up to a delimiter that no backslash protects, and what follows it. */
function untilDelimiter(text: string, delimiter: string): [before: string, after: string] {
  let before = "";
  let inBracket = false;
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i);
    if (character === "\\" && i + 1 < text.length) {
      const next = text.charAt(++i);
      before += next === delimiter ? next : `\\${next}`;
    } else if (character === delimiter && !inBracket) return [before, text.slice(i + 1)];
    else {
      if (character === "[") inBracket = true;
      else if (character === "]") inBracket = false;
      before += character;
    }
  }
  throw new Error("no delimiter");
}

function takeAction(text: string, extended: boolean): { action: SedCommand["action"]; rest: string } | undefined {
  const simple = ({ p: "print", d: "delete", q: "quit", "=": "number" } as const)[text.charAt(0)];
  if (simple) return { action: { kind: simple }, rest: text.slice(1) };
  if (!text.startsWith("s")) return undefined;
  const delimiter = text.charAt(1);
  const [source, afterSource] = untilDelimiter(text.slice(2), delimiter);
  const [replacement, afterReplacement] = untilDelimiter(afterSource, delimiter);
  const flags = /^[gpiI\d]*/.exec(afterReplacement)?.[0] ?? "";
  const expression = compile(source, extended, `${/[iI]/.test(flags) ? "i" : ""}g`);
  const occurrence = flags.includes("g") ? 0 : Number(/\d+/.exec(flags)?.[0] ?? 1);
  const rest = afterReplacement.slice(flags.length);
  return { action: { kind: "substitute", expression, replacement, print: flags.includes("p"), occurrence }, rest };
}

/** Carries a substitution out; undefined where nothing matched. */
export function substitute(
  text: string,
  { expression, replacement, occurrence }: Extract<SedCommand["action"], { kind: "substitute" }>,
): string | undefined {
  let count = 0;
  let changed = false;
  const result = text.replace(expression, (match: string, ...groups: unknown[]) => {
    count += 1;
    if (occurrence > 0 && count !== occurrence) return match;
    changed = true;
    return replacement.replace(/\\([0-9&nt\\])|\\(.)|&/g, (token, code?: string, other?: string) => {
      if (token === "&" || code === "0") return match;
      if (code === "n") return "\n";
      if (code === "t") return "\t";
      if (code !== undefined && /\d/.test(code)) return String(groups[Number(code) - 1] ?? "");
      return code ?? other ?? "";
    });
  });
  return changed ? result : undefined;
}
