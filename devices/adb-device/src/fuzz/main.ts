/**
 * Fuzzes the wire parsers: `node devices/adb-device/src/fuzz/main.ts [INPUTS] [SEED]`, a million inputs for each
 * parser unless told otherwise. Ends with 1 at the first input that crashes, hangs or is read in two ways, or when
 * memory has grown.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { fuzz, targetNames } from "./fuzz.ts";

const defaultInputs = 1_000_000;
/** What the heap may have grown by from an early moment to the end. */
const growthBytesMax = 8 * 1024 * 1024;
const rounds = 20;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void; // what the flag makes

/** Measured at rest: streams take a few turns to let go of each other. */
async function heapBytes(): Promise<number> {
  for (let turn = 0; turn < 5; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
  }
  return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
}

async function main(): Promise<void> {
  const inputs = Number(process.argv[2] ?? defaultInputs);
  const seed = Number(process.argv[3] ?? 1);
  for (const target of targetNames) {
    const startMs = performance.now();
    let early = 0;
    for (let round = 0; round < rounds; round++) {
      await fuzz(target, Math.ceil(inputs / rounds), seed * rounds + round);
      if (round === 0) early = await heapBytes();
    }
    const grownBytes = (await heapBytes()) - early;
    const seconds = (performance.now() - startMs) / 1000;
    const line = `${target}: ${inputs} inputs in ${seconds.toFixed(1)} s, ${Math.round(inputs / seconds)}/s, heap grew by ${grownBytes} bytes`;
    process.stdout.write(`${line}\n`);
    if (grownBytes > growthBytesMax) throw new Error(`${target}: memory has grown by ${grownBytes} bytes`);
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
