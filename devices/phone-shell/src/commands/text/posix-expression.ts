/** POSIX regular expressions, basic and extended, in JavaScript's terms. */

const classes: Readonly<Record<string, string>> = {
  alnum: "a-zA-Z0-9\\p{L}\\p{N}",
  alpha: "a-zA-Z\\p{L}",
  blank: " \\t",
  cntrl: "\\x00-\\x1f\\x7f",
  digit: "0-9",
  graph: "\\x21-\\x7e",
  lower: "a-z\\p{Ll}",
  print: "\\x20-\\x7e",
  punct: "!-\\/:-@\\[-`{-~",
  space: "\\s",
  upper: "A-Z\\p{Lu}",
  xdigit: "0-9A-Fa-f",
};

/** The source of a regular expression, to be compiled with the flag `u`. */
export function posixExpression(pattern: string, extended: boolean): string {
  let source = "";
  for (let i = 0; i < pattern.length; i++) {
    const character = pattern.charAt(i);
    if (character === "[") {
      const end = bracketEnd(pattern, i);
      if (end > 0) {
        source += bracket(pattern.slice(i + 1, end));
        i = end;
      } else source += "\\[";
    } else if (character === "\\") {
      i += 1;
      source += escaped(pattern.charAt(i), extended);
    } else if (character === "*" && (source === "" || /(^|[^\\])[(|^]$/.test(source))) source += "\\*";
    else if (extended)
      source +=
        character === "{" && !/^\{\d*,?\d*\}/.test(pattern.slice(i))
          ? "\\{"
          : character === "}" && !/\{\d*,?\d*$/.test(source)
            ? "\\}"
            : character;
    else if (character === "^") source += source === "" || /\(\??:?$|\|$/.test(source) ? "^" : "\\^";
    else if (character === "$")
      source += i === pattern.length - 1 || /^\\[)|]/.test(pattern.slice(i + 1)) ? "$" : "\\$";
    else source += "+?(){}|/".includes(character) ? `\\${character}` : character;
  }
  return source;
}

function escaped(character: string, extended: boolean): string {
  if (character === "") return "\\\\";
  if (!extended && "(){}|+?".includes(character)) return character;
  if (character === "<") return "(?<![\\p{L}\\p{N}_])(?=[\\p{L}\\p{N}_])";
  if (character === ">") return "(?<=[\\p{L}\\p{N}_])(?![\\p{L}\\p{N}_])";
  if (/[1-9bBwWsSdDntr]/.test(character)) return `\\${character}`;
  return /[\\^$.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character;
}

/** Where a bracket expression ends; a `]` at its start belongs to it. */
function bracketEnd(pattern: string, start: number): number {
  let i = start + 1;
  if (pattern.charAt(i) === "^") i += 1;
  if (pattern.charAt(i) === "]") i += 1;
  for (; i < pattern.length; i++) {
    if (/^\[[:.=]/.test(pattern.slice(i))) {
      const end = pattern.indexOf(`${pattern.charAt(i + 1)}]`, i + 2);
      if (end > 0) i = end + 1;
    } else if (pattern.charAt(i) === "]") return i;
  }
  return -1;
}

function bracket(inner: string): string {
  const negated = inner.startsWith("^");
  const body = (negated ? inner.slice(1) : inner)
    .split(/(\[:\w+:\])/)
    .map((piece) => {
      const name = /^\[:(\w+):\]$/.exec(piece)?.[1];
      return name === undefined ? piece.replace(/[\\\][&~^]/g, "\\$&").replace(/^-|-$/g, "\\-") : (classes[name] ?? "");
    })
    .join("");
  return `[${negated ? "^" : ""}${body.replace(/--/g, "\\--")}]`;
}
