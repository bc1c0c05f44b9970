import { CommandError } from "../../command-error.ts";

/** Format of one kind of number in `od -t`. */
export interface OdColumn {
  bytes: number;
  /** Includes the space before it. */
  width: number;
  show(bytes: Buffer, at: number): string;
}

const controlNames =
  "nul soh stx etx eot enq ack bel bs ht nl vt ff cr so si dle dc1 dc2 dc3 dc4 nak syn etb can em sub esc fs gs rs us sp".split(
    " ",
  );
const ESCAPES: Readonly<Record<number, string>> = {
  7: "\\a",
  8: "\\b",
  9: "\\t",
  10: "\\n",
  11: "\\v",
  12: "\\f",
  13: "\\r",
};
const INTEGER_SIZES: Readonly<Record<string, number>> = { C: 1, S: 2, I: 4, L: 8 };
const FLOAT_SIZES: Readonly<Record<string, number>> = { F: 4, D: 8 };

/** Parses a value of `-t`, such as `x1`, `o2c` or `fD`, into columns. */
export function odColumns(text: string): OdColumn[] {
  const found = [...text.matchAll(/([acduoxf])(\d+|[CSILFD])?/g)];
  if (found.length === 0 || found.map(([part]) => part).join("") !== text) throw new CommandError(`od: bad -t ${text}`);
  return found.map(([, type = "", size]) => {
    if (type === "a" || type === "c") return characters(type);
    if (type === "f") return floats(text, sizeOf(size, FLOAT_SIZES, 8));
    return integers(type, sizeOf(size, INTEGER_SIZES, 4), text);
  });
}

function sizeOf(size: string | undefined, named: Readonly<Record<string, number>>, usual: number): number {
  return size === undefined ? usual : (named[size] ?? Number(size));
}

function characters(type: "a" | "c"): OdColumn {
  const name = (byte: number): string => {
    if (type === "a") {
      const low = byte & 127;
      return low === 127 ? "del" : (controlNames[low] ?? String.fromCharCode(low));
    }
    if (byte === 0) return "\\0";
    return ESCAPES[byte] ?? (byte < 32 || byte >= 127 ? byte.toString(8).padStart(3, "0") : String.fromCharCode(byte));
  };
  return { bytes: 1, width: 4, show: (bytes, at) => name(bytes[at] ?? 0) };
}

function integers(type: string, bytes: number, text: string): OdColumn {
  if (bytes < 1 || bytes > 8) throw new CommandError(`od: bad -t ${text}`);
  const base = { o: 8, x: 16 }[type] ?? 10;
  const most = 2n ** BigInt(8 * bytes - (type === "d" && bytes === 8 ? 1 : 0)) - 1n;
  const digits = most.toString(base).length + (type === "d" ? 1 : 0);
  const value = (content: Buffer, at: number): bigint => {
    let sum = 0n;
    for (let i = bytes - 1; i >= 0; i--) sum = (sum << 8n) | BigInt(content[at + i] ?? 0);
    return type === "d" ? BigInt.asIntN(8 * bytes, sum) : sum;
  };
  const fill = base === 10 ? " " : "0";
  const show =
    bytes <= 4
      ? (content: Buffer, at: number) =>
          small(content, at, bytes, type === "d")
            .toString(base)
            .padStart(digits, fill)
      : (content: Buffer, at: number) => value(content, at).toString(base).padStart(digits, fill);
  return { bytes, width: digits + 1, show };
}

function small(content: Buffer, at: number, bytes: number, signed: boolean): number {
  const length = Math.min(bytes, content.length - at);
  const value = content.readUIntLE(at, length);
  return signed && value >= 2 ** (8 * bytes - 1) ? value - 2 ** (8 * bytes) : value;
}

function floats(text: string, bytes: number): OdColumn {
  if (bytes !== 4 && bytes !== 8) throw new CommandError(`od: bad -t ${text}`);
  const digits = bytes === 4 ? 8 : 17;
  const show = (content: Buffer, at: number) =>
    (bytes === 4 ? content.readFloatLE(at) : content.readDoubleLE(at))
      .toExponential(digits)
      .replace(/e([-+])(\d)$/, "e$10$2");
  return { bytes, width: digits + (bytes === 4 ? 7 : 8), show };
}
