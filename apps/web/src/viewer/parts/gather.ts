/** What comes many times a second is shown so often. */
const SHOW_EVERY_MS = 100;

interface Gathered {
  /** Something is to be shown; what else comes within a moment is shown with it. */
  soon(): void;
  /** Shows at once what has come. */
  now(): void;
  stop(): void;
}

/** Calls `show` once for all that comes together, so that drawing it does not keep the page from answering. */
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
