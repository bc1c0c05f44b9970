import { byteCharacter } from "../streams/text-bytes.ts";

const SIMPLE: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  e: "\x1b",
  E: "\x1b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
};

/** Replaces backslash escapes. `stopped`: a `\c` ended the text (printf) or only its line (echo). */
export function unescapeText(text: string, end: "text" | "line" = "line"): { text: string; stopped: boolean } {
  let stopped = false;
  const shown = text.replace(
    /\\(0[0-7]{0,3}|x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|[abceEfnrtv\\])|[^]/g,
    (character: string, code: string | undefined) => {
      if (stopped && end === "text") return "";
      if (code === undefined) return character;
      if (code === "c") stopped = true;
      if (code === "c") return "";
      if (code.startsWith("0")) return byteCharacter(parseInt(code, 8) & 0xff);
      if (code.startsWith("x")) return byteCharacter(parseInt(code.slice(1), 16));
      if (code.startsWith("u")) return String.fromCodePoint(parseInt(code.slice(1), 16));
      return SIMPLE[code] ?? code;
    },
  );
  return { text: shown, stopped };
}
