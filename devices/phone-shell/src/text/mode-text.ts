/** Formats a mode as `drwxr-xr-x`. */
export function modeText(mode: number): string {
  const type =
    { 0o040000: "d", 0o120000: "l", 0o020000: "c", 0o060000: "b", 0o010000: "p", 0o140000: "s" }[mode & 0o170000] ??
    "-";
  const bits = (shift: number, special: boolean, letter: string): string => {
    const three = (mode >> shift) & 7;
    const last = three & 1 ? (special ? letter : "x") : special ? letter.toUpperCase() : "-";
    return `${three & 4 ? "r" : "-"}${three & 2 ? "w" : "-"}${last}`;
  };
  return (
    type +
    bits(6, (mode & 0o4000) !== 0, "s") +
    bits(3, (mode & 0o2000) !== 0, "s") +
    bits(0, (mode & 0o1000) !== 0, "t")
  );
}

/** Applies a mode change such as `755`, `u+x` or `go-w,a=r`. Returns the new mode, undefined if the text is invalid. */
export function changedMode(text: string, before: number, isFolder: boolean): number | undefined {
  if (/^[0-7]{1,5}$/.test(text)) return parseInt(text, 8) & 0o7777;
  let mode = before & 0o7777;
  for (const clause of text.split(",")) {
    const match = /^([ugoa]*)([-+=])([rwxXst]*|[ugo])$/.exec(clause);
    if (!match) return undefined;
    const [, who = "", operator = "", letters = ""] = match;
    const users = who === "" || who.includes("a") ? "ugo" : who;
    let bits = 0;
    for (const user of users) {
      const shift = { u: 6, g: 3, o: 0 }[user] ?? 0;
      if (/^[ugo]$/.test(letters)) bits |= ((before >> ({ u: 6, g: 3, o: 0 }[letters] ?? 0)) & 7) << shift;
      const execute = letters.includes("x") || (letters.includes("X") && (isFolder || (mode & 0o111) !== 0));
      bits |= ((letters.includes("r") ? 4 : 0) | (letters.includes("w") ? 2 : 0) | (execute ? 1 : 0)) << shift;
      if (letters.includes("s")) bits |= { u: 0o4000, g: 0o2000, o: 0 }[user] ?? 0;
      if (operator === "=") mode &= ~(7 << shift);
    }
    if (letters.includes("t")) bits |= 0o1000;
    mode = operator === "-" ? mode & ~bits : mode | bits;
  }
  return mode;
}

/** Formats bytes as toybox does for readers: three digits and a unit. */
export function humanSize(bytes: number): string {
  const units = ["", "K", "M", "G", "T"];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit > 0 && value < 10 ? value.toFixed(1) : Math.round(value)}${units[unit]}`;
}

/** Returns the disk usage of a file of `bytes` bytes, in units of 512 bytes. */
export const sectorsOf = (bytes: number): number => Math.ceil(bytes / 4096) * 8;
