const SOON_MS = 1_000;
const RETRY_MS = 15_000;

/** When what waits in standby is filled up next. */
export interface RefillTimer {
  /** A little later: whoever just started a device needs the processor more. */
  soon(): void;
  /** After a failure, or while something is short: it is not to be tried all the time. */
  retry(): void;
  /** After a time, unless it is due before. */
  in(delayMs: number): void;
  stop(): void;
}

/** Calls `fill` at the earliest of the times that were asked for, until it is stopped. */
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
