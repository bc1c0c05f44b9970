import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Options of V8's garbage collection function for tests and shells: https://v8.dev, src/extensions/gc-extension.cc. */
interface CollectOptions {
  type: "minor" | "major";
  /** `last-resort` also returns empty pages and the young generation's space to the system. */
  flavor?: "regular" | "last-resort";
}

const LOOK_AFTER_MS = 1000;
const LOOK_AT_LEAST_EVERY_MS = 30_000;
/** Share of one processor below which the device counts as idle. */
const RESTING_SHARE = 0.02;
/** Processor time below which too little garbage remains to be worth collecting. */
const WORTHWHILE_WORK_MS = 60;

/** Bytes in passed buffers that trigger a garbage collection. */
const PASSED_BYTES_BETWEEN_COLLECTIONS = 2 * 1024 * 1024;

const releases = new Set<() => void>();
let passedBytes = 0;
let collect: ((options: CollectOptions) => void) | undefined;

/**
 * Sets environment variables and V8 flags. Call it before native modules are loaded, because they read the environment
 * then. Without it, Skia would map every font of the host although the device uses none. Its allocator would request
 * huge pages and keep two of them for a few hundred kilobytes. Young objects are few, so parallel scavenging costs more
 * than it saves.
 */
export function prepareProcessMemory(): void {
  setFlagsFromString("--no-parallel-scavenge");
  process.env.DISABLE_SYSTEM_FONTS_LOAD = "1";
  process.env.MIMALLOC_ALLOW_THP = "0";
}

/**
 * Collects recent garbage. Pixels read from a canvas are outside V8's heap and not counted there: without this call, a
 * few hundred megabytes accumulate before V8 collects them. Takes under 1 ms.
 */
export function collectYoungGarbage(): void {
  collector()({ type: "minor" });
}

/** Collects all garbage of this thread, so that only memory in use remains. Takes longer the larger the heap is. */
export function collectAllGarbage(): void {
  collector()({ type: "major" });
}

/**
 * Counts bytes read or written in short-lived buffers. Call it in each thread. V8 treats memory outside its heap as
 * old. Without this call, tens of megabytes would accumulate, and V8 would then scan the whole heap, which takes longer
 * than moving the bytes.
 */
export function notePassedBytes(bytes: number): void {
  passedBytes += bytes;
  if (passedBytes < PASSED_BYTES_BETWEEN_COLLECTIONS) return;
  passedBytes = 0;
  collectYoungGarbage();
}

/**
 * Calls the function each time the device becomes idle, to release memory that can be recreated. Returns a function
 * that removes it.
 */
export function onRest(release: () => void): () => void {
  releases.add(release);
  return () => releases.delete(release);
}

/**
 * Returns memory to the system each time the device becomes idle after work, such as starting, an app or a viewer. V8
 * collects only when it needs space, which never happens on an idle device. Takes about 20 ms of processor time each
 * time.
 */
export function releaseMemoryAtRest(): void {
  let collectedMs = 0;
  const lookAfter = (waitMs: number): void => {
    const beforeMs = processorMs();
    const look = (): void => {
      const nowMs = processorMs();
      const resting = nowMs - beforeMs < waitMs * RESTING_SHARE;
      if (resting && nowMs - collectedMs > WORTHWHILE_WORK_MS) {
        for (const release of releases) release();
        collector()({ type: "major", flavor: "last-resort" });
        collectedMs = processorMs();
      }
      // The longer the device is idle, the less often it is checked.
      lookAfter(resting ? Math.min(waitMs * 2, LOOK_AT_LEAST_EVERY_MS) : LOOK_AFTER_MS);
    };
    setTimeout(look, waitMs).unref();
  };
  lookAfter(LOOK_AFTER_MS);
}

/** Returns the processor time of all threads so far. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function collector(): (options: CollectOptions) => void {
  if (!collect) {
    setFlagsFromString("--expose-gc");
    collect = runInNewContext("gc") as (options: CollectOptions) => void;
  }
  return collect;
}
