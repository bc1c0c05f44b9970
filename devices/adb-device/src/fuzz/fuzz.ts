import { readFileSync } from "node:fs";
import { fuzzAdbPackets } from "./adb-target.ts";
import { mutated, randomOf } from "./mutate.ts";
import { fuzzScrcpyControl } from "./scrcpy-target.ts";
import { fuzzSync } from "./sync-target.ts";

/** What is fuzzed: the three parsers that read what strangers send. */
const targets = {
  "adb-packets": fuzzAdbPackets,
  sync: fuzzSync,
  "scrcpy-control": fuzzScrcpyControl,
} as const;

export type Target = keyof typeof targets;
export const targetNames = Object.keys(targets) as Target[]; // its own keys

/** No input takes nearly as long. */
const hangMs = 10_000;

/** The inputs to begin with: one in hexadecimal a line, what it is after `#`. */
export function readCorpus(target: Target): Buffer[] {
  const text = readFileSync(new URL(`./corpus/${target}.hex`, import.meta.url), "utf8");
  return text
    .split("\n")
    .map((line) => line.replace(/#.*/, "").replaceAll(/\s/g, ""))
    .filter((line) => line !== "")
    .map((line) => Buffer.from(line, "hex"));
}

/** Runs one input; rejects with what went wrong and the input, ready to become a line of the corpus. */
async function runInput(target: Target, input: Buffer, random: () => number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const hung = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`it did not end within ${hangMs / 1000} s`)), hangMs);
  });
  try {
    await Promise.race([targets[target](input, random), hung]);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`${target}: ${message}\n${input.toString("hex")}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** Runs the corpus, then inputs made from it, the same ones for the same seed. */
export async function fuzz(target: Target, inputs: number, seed: number): Promise<void> {
  const corpus = readCorpus(target);
  const random = randomOf(seed);
  for (const input of corpus) await runInput(target, input, random);
  for (let i = corpus.length; i < inputs; i++) await runInput(target, mutated(corpus, random), random);
}
