import type { Process } from "../../process.ts";
import { unescapeText } from "../../text/escapes.ts";

/** Runs toybox's `echo`. Unlike the shell's own, it replaces escapes only with `-e`. */
export async function runEcho({ args, stdout }: Process): Promise<number> {
  let at = 0;
  let hasNewline = true;
  let hasEscapes = false;
  for (; /^-[neE]+$/.test(args[at] ?? ""); at++) {
    for (const letter of args[at]?.slice(1) ?? "") {
      if (letter === "n") hasNewline = false;
      else hasEscapes = letter === "e";
    }
  }
  if (args[at] === "--") at += 1;
  const words = args.slice(at).join(" ");
  const { text, stopped } = hasEscapes ? unescapeText(words, "text") : { text: words, stopped: false };
  await stdout.write(text + (hasNewline && !stopped ? "\n" : ""));
  return 0;
}
