const SOON_MS = 1_000;
const RETRY_MS = 15_000;

/** Schedule of the next refill of standby devices. */
export interface RefillTimer {
  /** Refills a little later, because a device that has just started needs CPU time first. */
  soon(): void;
  /** Refills after a pause, for failures and temporary shortages. */
  retry(): void;
  /** Refills after a delay, unless an earlier refill is scheduled. */
  in(delayMs: number): void;
  stop(): void;
}

/** Calls `fill` at the earliest scheduled time, until it is stopped. */
export function createRefillTimer(fill: () => void): RefillTimer {
  let timer: NodeJS.Timeout | undefined;
  let dueAt = Infinity;
  let isStopped = false;

  function fillIn(delayMs: number): void {
    const at = performance.now() + delayMs;
    if (isStopped || at >= dueAt) return;
    clearTimeout(timer);
    dueAt = at;
    timer = setTimeout(() => {
      dueAt = Infinity;
      fill();
    }, delayMs).unref();
  }

  return {
    soon: () => fillIn(SOON_MS),
    retry: () => fillIn(RETRY_MS),
    in: fillIn,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
