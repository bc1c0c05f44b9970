/** Delays between attempts, in milliseconds. The last one repeats. */
const DELAYS_MS = [1_000, 2_000, 4_000, 8_000] as const;
const LONGEST_DELAY_MS = 8_000;

/**
 * Repeats an attempt until it succeeds, then calls `onSuccess`. It tries after `firstDelayMs`, then after growing
 * delays, and when the browser comes online or the tab becomes visible. Returns a function that stops it.
 */
export function keepTrying(attempt: () => Promise<unknown>, onSuccess: () => void, firstDelayMs = 0): () => void {
  let failures = 0;
  let isOver = false;
  let isUnderWay = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    isOver = true;
    clearTimeout(timer);
    window.removeEventListener("online", tryNow);
    document.removeEventListener("visibilitychange", tryNow);
  };
  const tryNow = () => {
    // Hidden tabs send no requests.
    if (isOver || isUnderWay || document.hidden) return;
    clearTimeout(timer);
    isUnderWay = true;
    void run();
  };
  const run = async () => {
    try {
      await attempt();
    } catch {
      // The attempt itself reports its failures.
      isUnderWay = false;
      if (!isOver) timer = setTimeout(tryNow, DELAYS_MS[failures++] ?? LONGEST_DELAY_MS);
      return;
    }
    if (isOver) return;
    stop();
    onSuccess();
  };
  window.addEventListener("online", tryNow);
  document.addEventListener("visibilitychange", tryNow);
  if (firstDelayMs === 0) tryNow();
  else timer = setTimeout(tryNow, firstDelayMs);
  return stop;
}
