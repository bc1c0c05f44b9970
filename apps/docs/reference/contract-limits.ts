import { contractExports } from "../../../packages/contract/src/reflection/contract-exports.ts";

/** Constants of the contract that are not limits: units of money and time, and codes of protocols. */
const NO_LIMITS = new Set([
  "CENTS_PER_DOLLAR",
  "CLOSE_CODES",
  "MICRO_DOLLARS_PER_DOLLAR",
  "SERVICE_RESTART",
  "UNIT_MS",
]);

/** Returns the limits of the contract: their values in words, by name. */
export async function contractLimits(): Promise<ReadonlyMap<string, string>> {
  const constants = (await contractExports()).filter(([name]) => /^[A-Z_]+$/.test(name) && !NO_LIMITS.has(name));
  return new Map(constants.flatMap(([name, value]) => limitsIn(name, value)));
}

/** Returns the numbers of a constant, with their names. */
function limitsIn(name: string, value: unknown): [name: string, value: string][] {
  if (typeof value === "number") return [[name, inWords(name, value)]];
  if (Array.isArray(value) && value.every((each) => typeof each === "number")) return [[name, value.join(", ")]];
  const isRecord = typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  if (!isRecord || name === "ERRORS") return [];
  return Object.entries(value).flatMap(([key, inner]) => limitsIn(`${name}.${key}`, inner));
}

const DAY_MS = 86_400_000;
const TIMES = [
  [DAY_MS, "d"],
  [3_600_000, "h"],
  [60_000, "min"],
  [1_000, "s"],
] as const;
const SIZES = [
  [1024 ** 3, "GiB"],
  [1024 ** 2, "MiB"],
  [1024, "KiB"],
] as const;
/** Units in the names of constants. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/px$/i, "pixels"],
  [/chars$/i, "characters"],
  [/seconds$/i, "s"],
  [/percent$/i, "%"],
  [/days\b/i, "days"],
];

function inWords(name: string, value: number): string {
  const units = /_MS\b|Ms$/.test(name) ? TIMES : /bytes/i.test(name) ? SIZES : [];
  const unit = units.find(([size]) => value % size === 0 && !(size === DAY_MS && value === DAY_MS));
  if (unit !== undefined) return `${value / unit[0]} ${unit[1]}`;
  const word = WORDS.find(([pattern]) => pattern.test(name))?.[1] ?? (/bytes/i.test(name) ? "bytes" : undefined);
  const number = value.toLocaleString("en");
  return word === undefined ? number : `${number} ${word}`;
}
