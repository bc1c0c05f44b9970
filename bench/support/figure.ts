/** A quantity measured several times, and its comparison: an alternative in the same run, or a limit. */
export interface Figure {
  what: string;
  unit: string;
  values: readonly number[];
  beside: string;
}

export type Benchmark = () => Promise<Figure[]>;

/** Returns the duration of some work, in milliseconds. */
export async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Runs a measurement several times, one after another. */
export async function repeat<T>(times: number, measure: () => Promise<T>): Promise<T[]> {
  const values: T[] = [];
  for (let run = 0; run < times; run += 1) values.push(await measure());
  return values;
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;

/** Returns the 95th percentile. */
export const at95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * 0.95)] ?? Number.NaN;
