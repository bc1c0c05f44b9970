import { readFileSync } from "node:fs";
import { fuzzAdbPackets } from "./adb-target.ts";
import { mutated, randomOf } from "./mutate.ts";
import { fuzzScrcpyControl } from "./scrcpy-target.ts";
import { fuzzSync } from "./sync-target.ts";

/** Fuzz targets: the three parsers of untrusted input. */
const TARGETS = {
  "adb-packets": fuzzAdbPackets,
  sync: fuzzSync,
  "scrcpy-control": fuzzScrcpyControl,
} as const;

export type Target = keyof typeof TARGETS;
export const targetNames = Object.keys(TARGETS) as Target[]; // its own keys

/** Limit per input; normal inputs take far less. */
const HANG_MS = 10_000;

/** Reads the seed inputs: one per line in hexadecimal, with a description after `#`. */
export function readCorpus(target: Target): Buffer[] {
  const text = readFileSync(new URL(`./corpus/${target}.hex`, import.meta.url), "utf8");
  return text
    .split("\n")
    .map((line) => line.replace(/#.*/, "").replaceAll(/\s/g, ""))
    .filter((line) => line !== "")
    .map((line) => Buffer.from(line, "hex"));
}

/** Runs one input. Rejects with the failure and the input, formatted as a corpus line. */
async function runInput(target: Target, input: Buffer, random: () => number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const hung = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`it did not end within ${HANG_MS / 1000} s`)), HANG_MS);
  });
  try {
    await Promise.race([TARGETS[target](input, random), hung]);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`${target}: ${message}\n${input.toString("hex")}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** Runs the corpus, then inputs derived from it, deterministic per seed. */
export async function fuzz(target: Target, inputs: number, seed: number): Promise<void> {
  const corpus = readCorpus(target);
  const random = randomOf(seed);
  for (const input of corpus) await runInput(target, input, random);
  for (let i = corpus.length; i < inputs; i++) await runInput(target, mutated(corpus, random), random);
}
