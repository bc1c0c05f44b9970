import { buildStale } from "../build.ts";

/** Builds everything that is stale. */
export const run = (): Promise<void> => buildStale();
