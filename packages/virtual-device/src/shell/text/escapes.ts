const simple: Readonly<Record<string, string>> = {
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

/** Bytes beyond ASCII that an escape names stand at these code points until they are written. */
const firstByteCode = 0xf700;

/** The byte as a character of what `toOutput` writes. */
export function byteCharacter(byte: number): string {
  return String.fromCharCode(byte < 0x80 ? byte : firstByteCode + byte);
}

/** Text as UTF-8, with the bytes that escapes named. */
export function toOutput(text: string): Uint8Array | string {
  if (!/[\uf780-\uf7ff]/.test(text)) return text;
  return Buffer.concat(
    text
      .split(/([\uf780-\uf7ff])/)
      .map((piece) =>
        /^[\uf780-\uf7ff]$/.test(piece) ? Buffer.of(piece.charCodeAt(0) - firstByteCode) : Buffer.from(piece),
      ),
  );
}

/** Carries out backslash escapes; `\c` ends the output. */
export function unescapeText(text: string): { text: string; stopped: boolean } {
  let stopped = false;
  const cut = /\\(?:\\|c)/g;
  for (let match = cut.exec(text); match; match = cut.exec(text)) {
    if (match[0] !== "\\c") continue;
    text = text.slice(0, match.index);
    stopped = true;
    break;
  }
  const shown = text.replace(
    /\\(0[0-7]{0,3}|x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|[abeEfnrtv\\])/g,
    (_, code: string) => {
      if (code.startsWith("0")) return byteCharacter(parseInt(code, 8) & 0xff);
      if (code.startsWith("x")) return byteCharacter(parseInt(code.slice(1), 16));
      if (code.startsWith("u")) return String.fromCodePoint(parseInt(code.slice(1), 16));
      return simple[code] ?? code;
    },
  );
  return { text: shown, stopped };
}
