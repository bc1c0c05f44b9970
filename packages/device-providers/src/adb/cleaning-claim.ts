import type { PhoneStore } from "./phone-store.ts";

/** Fraction of a claim's time that must remain when its owner stops cleaning, before another server may start. */
const MARGIN = 1 / 6;
const PER_CLAIM = 3;

/** This server's exclusive right to clean a phone, for as long as the claim is renewed. */
export interface CleaningClaim {
  /**
   * Aborted when the claim could not be renewed in time. Another server may then clean the phone, or a sandbox may
   * lease it.
   */
  readonly signal: AbortSignal;
  /** Stops renewing. Resolves with the time until which the phone was claimed; the store identifies the claim by it. */
  end(): Promise<number>;
}

interface ClaimParts {
  store: Pick<PhoneStore, "claimCleaning" | "keepCleaning">;
  /** Duration of each claim and renewal, in milliseconds. */
  claimMs: number;
  clock: () => number;
  onFailure: (error: unknown) => void;
}

/** Claims a phone for cleaning; resolves with undefined if another server has claimed it. */
export async function claimCleaning(
  route: string,
  { store, claimMs, clock, onFailure }: ClaimParts,
): Promise<CleaningClaim | undefined> {
  const lost = new AbortController();
  const lose = () => lost.abort(new Error("the cleaning claim was not renewed in time"));
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
