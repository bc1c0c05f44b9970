import type { PhoneStore } from "./phone-store.ts";

/** Whoever cleans a phone has stopped this part of the time before another may begin. */
const MARGIN = 1 / 6;
const PER_CLAIM = 3;

/** A phone that is this server's to clean, for as long as it goes on to say so. */
export interface CleaningClaim {
  /** Aborted when that could not be said in time: the phone may soon be another's to clean, or somebody's. */
  readonly signal: AbortSignal;
  /** Says so no more. Resolves with until when it was said, by which the store knows whose the phone is. */
  end(): Promise<number>;
}

interface ClaimParts {
  store: Pick<PhoneStore, "claimCleaning" | "keepCleaning">;
  /** For how long each time. */
  claimMs: number;
  clock: () => number;
  onFailure: (error: unknown) => void;
}

/** Claims a phone that is to be cleaned; undefined if another has it. */
export async function claimCleaning(
  route: string,
  { store, claimMs, clock, onFailure }: ClaimParts,
): Promise<CleaningClaim | undefined> {
  const lost = new AbortController();
  const lose = () => lost.abort(new Error("it could not be said in time that its cleaning goes on"));
  const late = setTimeout(lose, claimMs * (1 - MARGIN));
  let until = clock() + claimMs;
  let isClaimed = false;
  try {
    isClaimed = await store.claimCleaning(route, clock(), until);
  } finally {
    if (!isClaimed) clearTimeout(late);
  }
  if (!isClaimed) return undefined;

  async function renew(): Promise<void> {
    const next = clock() + claimMs;
    if (lost.signal.aborted || !(await store.keepCleaning(route, until, next))) return lose();
    until = next;
    late.refresh();
  }
  let renewed = Promise.resolve();
  const renewing = setInterval(() => (renewed = renewed.then(renew).catch(onFailure)), claimMs / PER_CLAIM);
  return {
    signal: lost.signal,
    async end() {
      clearInterval(renewing);
      await renewed;
      clearTimeout(late);
      return until;
    },
  };
}
