/** Interval between updates of frequently changing data, in milliseconds. */
const SHOW_EVERY_MS = 100;

interface Gathered {
  /** Schedules an update. Further changes until then are included in it. */
  soon(): void;
  /** Updates at once. */
  now(): void;
  stop(): void;
}

/** Batches frequent changes into one call of `show`, so that the page stays responsive. */
export function gather(show: () => void): Gathered {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const now = () => {
    stop();
    show();
  };
  return {
    soon: () => {
      timer ??= setTimeout(now, SHOW_EVERY_MS);
    },
    now,
    stop,
  };
}
