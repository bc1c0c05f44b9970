/** Reads stdin when it has at most this many operands; `options` are those that take a value. */
interface StdinReader {
  operands: number;
  options?: string;
}

const stdinReaders: Readonly<Record<string, StdinReader>> = {
  awk: { operands: 1, options: "Ffv" }, base64: { operands: 0, options: "w" }, bash: { operands: 0, options: "c" },
  cat: { operands: 0 }, column: { operands: 0, options: "cst" }, cut: { operands: 0, options: "bcdf" },
  dd: { operands: 0 }, egrep: { operands: 1, options: "ABCm" }, expand: { operands: 0, options: "t" },
  fgrep: { operands: 1, options: "ABCm" }, fold: { operands: 0, options: "w" }, grep: { operands: 1, options: "ABCm" },
  gunzip: { operands: 0 }, gzip: { operands: 0 }, head: { operands: 0, options: "cn" }, jq: { operands: 1 },
  mapfile: { operands: 99 }, md5sum: { operands: 0 }, nl: { operands: 0, options: "bw" }, od: { operands: 0, options: "AtNj" },
  paste: { operands: 0, options: "d" }, read: { operands: 99 }, readarray: { operands: 99 }, rev: { operands: 0 },
  sed: { operands: 1, options: "e" }, sh: { operands: 0, options: "c" }, sha1sum: { operands: 0 },
  sha256sum: { operands: 0 }, sort: { operands: 0, options: "kto" }, strings: { operands: 0, options: "n" },
  tac: { operands: 0 }, tail: { operands: 0, options: "cn" }, tar: { operands: 99 }, tee: { operands: 99 },
  tr: { operands: 99 }, uniq: { operands: 0, options: "fsw" }, wc: { operands: 0 }, xargs: { operands: 99 },
  zcat: { operands: 0 },
};

/**
 * Whether a script may read the shell's own standard input. The interpreter takes all of it before it starts, so that
 * a script which does not read must not wait for a client that never ends its input. Judged from the text: commands
 * known to read, without operands, not fed by a pipe or a redirection.
 */
export function readsStdin(script: string): boolean {
  const words = script.replace(/'[^']*'|"(?:\\.|[^"\\])*"/gs, (quoted) => quoted.replace(/[\s;|&<>()]/g, "_"));
  return words.split(/;|&&|\|\||\n|&|\bthen\b|\bdo\b|\belse\b|[({]\s|\$\(/).some((pipeline) => {
    const first = pipeline.split("|")[0] ?? "";
    if (/<(?!\()/.test(first.replace(/\d*[<>]&\S+/g, ""))) return false;
    return readsAsFirst(first.replace(/\d*>>?\s*\S+/g, ""));
  });
}

function readsAsFirst(command: string): boolean {
  const words = command.trim().split(/\s+/).filter((word) => !/^\w+=/.test(word));
  while (words[0] !== undefined && ["exec", "while", "until", "if", "!", "time", "command"].includes(words[0])) words.shift();
  const [path = "", ...args] = words;
  const name = path.split("/").at(-1) ?? "";
  const reader = Object.hasOwn(stdinReaders, name) ? stdinReaders[name] : undefined;
  return reader !== undefined && countOperands(args, reader.options ?? "") <= reader.operands;
}

function countOperands(args: string[], options: string): number {
  let operands = 0;
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? "";
    if (arg === "-") continue;
    const takesValue = /^-[A-Za-z]$/.test(arg) && options.includes(arg.charAt(1));
    // `sh -c script`: the script is not an operand, and what it reads is its own affair.
    if (takesValue && arg === "-c" && options === "c") return Infinity;
    if (takesValue) i++;
    else if (!arg.startsWith("-")) operands++;
  }
  return operands;
}
