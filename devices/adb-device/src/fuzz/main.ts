/**
 * Fuzzes the wire parsers: `node devices/adb-device/src/fuzz/main.ts [INPUTS] [SEED]`, with a million inputs per parser
 * by default. Exits with 1 at the first input that crashes, hangs or is parsed in two ways, or if memory has grown.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { fuzz, targetNames } from "./fuzz.ts";

const DEFAULT_INPUTS = 1_000_000;
/** Allowed heap growth from an early measurement to the end. */
const GROWTH_BYTES_MAX = 8 * 1024 * 1024;
const ROUNDS = 20;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void; // defined by the flag

/** Measures at rest: streams need a few turns to release each other. */
async function heapBytes(): Promise<number> {
  for (let turn = 0; turn < 5; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
  }
  return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
}

async function main(): Promise<void> {
  const inputs = Number(process.argv[2] ?? DEFAULT_INPUTS);
  const seed = Number(process.argv[3] ?? 1);
  for (const target of targetNames) {
    const startMs = performance.now();
    let early = 0;
    for (let round = 0; round < ROUNDS; round++) {
      await fuzz(target, Math.ceil(inputs / ROUNDS), seed * ROUNDS + round);
      if (round === 0) early = await heapBytes();
    }
    const grownBytes = (await heapBytes()) - early;
    const seconds = (performance.now() - startMs) / 1000;
    const line = `${target}: ${inputs} inputs in ${seconds.toFixed(1)} s, ${Math.round(inputs / seconds)}/s, heap grew by ${grownBytes} bytes`;
    process.stdout.write(`${line}\n`);
    if (grownBytes > GROWTH_BYTES_MAX) throw new Error(`${target}: memory has grown by ${grownBytes} bytes`);
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
