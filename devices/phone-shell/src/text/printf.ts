import { byteCharacter, decodeText, encodeText } from "../streams/text-bytes.ts";
import { unescapeText } from "./escapes.ts";

const SPECIFICATION =
  /%([-+ 0#]*)(\*|\d+)?(?:\.(\*|\d+))?(?:hh|h|ll|l|L|q|j|z|t)?([a-zA-Z%])|\\(?:[0-7]{1,3}|x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{4}|[^])/g;
const MAX_WIDTH = 16 * 1024 * 1024;

/**
 * `printf`: repeats the format until all values are used (POSIX printf). Widths and precisions count bytes, as in
 * toybox, or characters, as in awk.
 */
export function formatPrintf(
  format: string,
  values: readonly string[],
  unit: "bytes" | "characters" = "bytes",
): { output: string; problems: string[] } {
  const state: State = { values: [...values], problems: [], stopped: false, inBytes: unit === "bytes" };
  let output = "";
  do {
    const before = state.values.length;
    let done = 0;
    for (const match of format.matchAll(SPECIFICATION)) {
      const [token, flags = "", width, precision, kind] = match;
      output += format.slice(done, match.index);
      done = match.index + token.length;
      if (token === "\\c") state.stopped = true;
      else if (kind === undefined) output += escapeOf(token);
      else output += kind === "%" ? "%" : conversion({ flags, width, precision, kind }, state);
      if (state.stopped) return { output, problems: state.problems };
    }
    output += format.slice(done);
    if (state.values.length === before) break;
  } while (state.values.length > 0 && output.length < MAX_WIDTH);
  return { output, problems: state.problems };
}

/**
 * Runs `printf` with these arguments. Returns the output and the error messages. Android's shell has no printf of its
 * own.
 */
export function printf(args: readonly string[]): { output: string; messages: string } {
  const [format, ...values] = args[0] === "--" ? args.slice(1) : args;
  if (format === undefined) return { output: "", messages: 'printf: Needs 1 argument (see "printf --help")\n' };
  const { output, problems } = formatPrintf(format, values);
  return { output, messages: problems.map((problem) => `printf: ${problem}\n`).join("") };
}

interface State {
  values: string[];
  /** Failed conversions, such as `bad %d x`. */
  problems: string[];
  stopped: boolean;
  inBytes: boolean;
}

const lengthOf = (text: string, { inBytes }: State): number => (inBytes ? encodeText(text).length : text.length);

const beginningOf = (text: string, length: number, { inBytes }: State): string =>
  inBytes ? decodeText(encodeText(text).subarray(0, length)) : text.slice(0, length);

function escapeOf(token: string): string {
  if (/^\\[0-7]/.test(token)) return byteCharacter(parseInt(token.slice(1), 8) & 0xff);
  const { text } = unescapeText(token);
  return text === token ? (token === '\\"' ? '"' : token) : text;
}

function conversion(
  spec: { flags: string; width: string | undefined; precision: string | undefined; kind: string },
  state: State,
): string {
  let { flags } = spec;
  const size = (text: string | undefined) =>
    text === "*" ? Number(state.values.shift() ?? 0) : text === undefined ? undefined : Number(text);
  let width = Math.min(MAX_WIDTH, size(spec.width) ?? 0);
  const precision = size(spec.precision);
  if (width < 0) {
    flags += "-";
    width = -width;
  }
  const value = state.values.shift();
  const text = converted(spec.kind, value, precision, flags, state);
  const missing = Math.max(0, width - lengthOf(text, state));
  if (flags.includes("-")) return text + " ".repeat(missing);
  const zero =
    flags.includes("0") && !"sbcq".includes(spec.kind) && (precision === undefined || "fFeEgGaA".includes(spec.kind));
  if (!zero) return " ".repeat(missing) + text;
  const [, sign = "", digits = ""] = /^([-+ ]?(?:0x)?)([^]*)$/.exec(text) ?? [];
  return sign + "0".repeat(missing) + digits;
}

function converted(
  kind: string,
  value: string | undefined,
  precision: number | undefined,
  flags: string,
  state: State,
): string {
  switch (kind) {
    case "s":
      return precision === undefined ? (value ?? "") : beginningOf(value ?? "", precision, state);
    case "b": {
      const { text, stopped } = unescapeText((value ?? "").replace(/\\([1-7][0-7]{0,2})/g, "\\0$1"), "text");
      state.stopped = stopped;
      return text;
    }
    case "c":
      return beginningOf(value ?? "", 1, state);
    case "q":
      return /^[\w@%+=:,./-]+$/.test(value ?? "") ? (value ?? "") : `'${(value ?? "").replaceAll("'", "'\\''")}'`;
    case "d":
    case "i":
      return signed(integer(kind, value, state), precision, flags);
    case "u":
      return digitsOf(BigInt.asUintN(64, integer(kind, value, state)).toString(), precision);
    case "x":
    case "X":
    case "o": {
      const digits = digitsOf(
        BigInt.asUintN(64, integer(kind, value, state)).toString(kind === "o" ? 8 : 16),
        precision,
      );
      const prefixed = flags.includes("#") ? `${kind === "o" ? "0" : "0x"}${digits}` : digits;
      return kind === "X" ? prefixed.toUpperCase() : prefixed;
    }
    case "f":
    case "F":
    case "e":
    case "E":
    case "g":
    case "G":
      return float(kind, value, precision, flags, state);
    default:
      state.problems.push(`bad %${kind}`);
      return "";
  }
}

function signed(value: bigint, precision: number | undefined, flags: string): string {
  const digits = digitsOf((value < 0n ? -value : value).toString(), precision);
  return (value < 0n ? "-" : flags.includes("+") ? "+" : flags.includes(" ") ? " " : "") + digits;
}

function digitsOf(digits: string, precision: number | undefined): string {
  return digits.padStart(precision ?? 0, "0");
}

/** Parses a decimal number, 0x for hexadecimal, 0 for octal, or a quoted character as its code. */
function integer(kind: string, value: string | undefined, state: State): bigint {
  const text = (value ?? "").trim();
  if (text === "") return 0n;
  if (/^['"]/.test(text)) return BigInt(text.codePointAt(1) ?? 0);
  const [, sign = "", digits = ""] = /^([-+]?)(0[xX][0-9a-fA-F]+|0[0-7]+|\d+)/.exec(text) ?? [];
  if (digits === "" || sign.length + digits.length !== text.length) state.problems.push(`bad %${kind} ${text}`);
  if (digits === "") return 0n;
  const number = BigInt(/^0[0-7]+$/.test(digits) ? `0o${digits.slice(1)}` : digits);
  return BigInt.asIntN(64, sign === "-" ? -number : number);
}

function float(
  kind: string,
  value: string | undefined,
  precision: number | undefined,
  flags: string,
  state: State,
): string {
  const number = value === undefined || value.trim() === "" ? 0 : Number(value);
  if (Number.isNaN(number)) {
    state.problems.push(`bad %${kind} ${value}`);
    return float(kind, "0", precision, flags, { ...state });
  }
  const digits = Math.min(100, precision ?? 6);
  const exponent = (text: string) => text.replace(/e([-+])(\d)$/, "e$10$2");
  let text: string;
  if (!Number.isFinite(number)) text = number > 0 ? "inf" : "-inf";
  else if (kind.toLowerCase() === "f") text = fixed(number, digits);
  else if (kind.toLowerCase() === "e") text = exponent(exponential(number, digits));
  else text = general(number, Math.max(1, digits));
  const shown = flags.includes("+") && number >= 0 ? `+${text}` : text;
  return kind === kind.toUpperCase() ? shown.toUpperCase() : shown;
}

/** Number of digits that shows any number completely. */
const ALL_DIGITS = 100;

/**
 * Rounds as C does: halves to even, where JavaScript rounds them up. `exact` is the complete number with 100 decimals;
 * `digits` of them are kept.
 */
function evenly(rounded: string, exact: string, digits: number): string {
  const down = exact.slice(0, exact.length - (ALL_DIGITS - digits)).replace(/\.$/, "");
  const isBetween = /^50*$/.test(exact.slice(exact.length - (ALL_DIGITS - digits)));
  return isBetween && /[02468]$/.test(down) ? down : rounded;
}

function fixed(number: number, digits: number): string {
  // JavaScript uses an exponent from this size on.
  if (Number.isFinite(number) && Math.abs(number) >= 1e21)
    return BigInt(number).toString() + (digits > 0 ? `.${"0".repeat(digits)}` : "");
  return evenly(number.toFixed(digits), number.toFixed(ALL_DIGITS), digits);
}

function exponential(number: number, digits: number): string {
  const rounded = number.toExponential(digits);
  const [exact = "", exponent = ""] = number.toExponential(ALL_DIGITS).split("e");
  const [mantissa = ""] = rounded.split("e");
  const even = evenly(mantissa, exact, digits);
  return even === mantissa ? rounded : `${even}e${exponent}`;
}

/** `%g`: uses an exponent if it is below -4 or not less than the precision. */
function general(number: number, precision: number): string {
  const text = exponential(number, precision - 1);
  const exponent = Number(text.slice(text.indexOf("e") + 1));
  if (exponent >= -4 && exponent < precision) return String(Number(text));
  return text.replace(/\.?0*e/, "e").replace(/e([-+])(\d)$/, "e$10$2");
}
