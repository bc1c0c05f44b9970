import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Garbage collections that V8 offers to tests and shells: https://v8.dev, src/extensions/gc-extension.cc. */
interface CollectOptions {
  type: "minor" | "major";
  /** `last-resort` also gives emptied pages and the space for young objects back to the system. */
  flavor?: "regular" | "last-resort";
}

const lookAfterMs = 1000;
const lookAtLeastEveryMs = 30_000;
/** Below this share of one processor the device counts as resting. */
const restingShare = 0.02;
/** Less work than this leaves too little behind to be worth collecting. */
const worthwhileWorkMs = 60;

/** What may lie in buffers that were read and passed on before they are collected. */
const passedBytesBetweenCollections = 2 * 1024 * 1024;

const releases = new Set<() => void>();
let passedBytes = 0;
let collect: ((options: CollectOptions) => void) | undefined;

/**
 * Sets up what the native parts read from the environment when they are loaded, so it must be called before. Skia
 * would map every font of the host, of which the device uses none; its allocator would ask for huge pages and keep
 * two of them for a few hundred kilobytes. Young objects are so few that helping threads cost more than they do.
 */
export function prepareProcessMemory(): void {
  setFlagsFromString("--no-parallel-scavenge");
  process.env.DISABLE_SYSTEM_FONTS_LOAD = "1";
  process.env.MIMALLOC_ALLOW_THP = "0";
}

/**
 * Lets V8 collect what became garbage lately. Pixels read from a canvas lie outside of V8's heap and are not counted
 * there: left alone, a few hundred megabytes of them pile up before V8 sees a reason to collect. Takes under 1 ms.
 */
export function collectYoungGarbage(): void {
  collector()({ type: "minor" });
}

/** Collects all garbage of this thread, so that what is left is in use. Takes the longer the more there is. */
export function collectAllGarbage(): void {
  collector()({ type: "major" });
}

/**
 * To be told, in each thread, of the bytes that are read or written, in buffers that are garbage soon after. Left to
 * V8, which counts what lies outside of its heap as old, tens of megabytes of them would pile up, and then it would look
 * through the whole heap, which takes longer than moving the bytes.
 */
export function notePassedBytes(bytes: number): void {
  passedBytes += bytes;
  if (passedBytes < passedBytesBetweenCollections) return;
  passedBytes = 0;
  collectYoungGarbage();
}

/** Calls the function each time the device comes to rest, to give up what can be made anew. Returns what ends that. */
export function onRest(release: () => void): () => void {
  releases.add(release);
  return () => releases.delete(release);
}

/**
 * Returns memory to the system each time the device comes to rest after work: starting it, an app, a viewer. V8 by
 * itself collects only when it needs room, which a resting device never does. Takes some 20 ms of processor time once.
 */
export function releaseMemoryAtRest(): void {
  let collectedMs = 0;
  const lookAfter = (waitMs: number): void => {
    const beforeMs = processorMs();
    const look = (): void => {
      const nowMs = processorMs();
      const resting = nowMs - beforeMs < waitMs * restingShare;
      if (resting && nowMs - collectedMs > worthwhileWorkMs) {
        for (const release of releases) release();
        collector()({ type: "major", flavor: "last-resort" });
        collectedMs = processorMs();
      }
      // The longer it rests, the less often it is looked whether it does.
      lookAfter(resting ? Math.min(waitMs * 2, lookAtLeastEveryMs) : lookAfterMs);
    };
    setTimeout(look, waitMs).unref();
  };
  lookAfter(lookAfterMs);
}

/** Processor time of all threads so far. */
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
