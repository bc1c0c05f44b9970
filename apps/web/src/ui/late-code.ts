import { use, useSyncExternalStore } from "react";
import { t } from "../language/text.ts";
import { FAILURE_WORDS } from "./failure-words.ts";
import { keepTrying } from "./keep-trying.ts";
import { PATIENCE_MS } from "./patience.ts";

/** Code that the first screen does not need. */
export interface LateCode<Code> {
  /** Loads the code unless it is loaded. Rejects with MissingCodeError; the next call retries. */
  fetch: () => Promise<Code>;
  /** Returns the code, or undefined until it is loaded. The component then rerenders. */
  useCode: () => Code | undefined;
  /** Returns the code and suspends while it loads. Throws MissingCodeError after a failure, until `fetch` succeeds. */
  useCodeOrSuspend: () => Code;
}

/**
 * Late code could not be loaded. The message is our own, because messages of browsers name files and are in one
 * language.
 */
export class MissingCodeError extends Error {
  /** Loads the code again. Rejects like LateCode's `fetch`. */
  readonly retry: () => Promise<unknown>;

  constructor(retry: () => Promise<unknown>, cause: unknown) {
    super(t(FAILURE_WORDS.noCode), { cause });
    this.name = "MissingCodeError";
    this.retry = retry;
  }
}

/** Late code that `fetchLateCode` has not loaded yet, in the order of its modules. */
const waiting: (() => Promise<unknown>)[] = [];

/** Rejects after PATIENCE_MS, while `work` continues. */
function inTime<Result>(work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error(`not fetched within ${PATIENCE_MS} ms`));
    const timer = setTimeout(giveUp, PATIENCE_MS);
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Declares code that is loaded on first use, or earlier by `fetchLateCode` unless it `isLarge`. */
export function lateCode<Code extends object>(
  load: () => Promise<Code>,
  { isLarge = false }: { isLarge?: boolean } = {},
): LateCode<Code> {
  let code: Code | undefined;
  let failure: MissingCodeError | undefined;
  let loading: Promise<Code> | undefined;
  const listeners = new Set<() => void>();
  const begin = async (): Promise<Code> => {
    const arriving = load().then((loaded) => {
      code = loaded;
      failure = undefined;
      for (const listener of listeners) listener();
      return loaded;
    });
    try {
      return await inTime(arriving);
    } catch (cause) {
      failure = new MissingCodeError(fetch, cause);
      loading = undefined;
      throw failure;
    }
  };
  const fetch = () => (loading ??= begin());
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const useCode = () => useSyncExternalStore(subscribe, () => code);
  const useCodeOrSuspend = () => {
    const arrived = useCode();
    if (arrived !== undefined) return arrived;
    if (failure !== undefined) throw failure;
    return use(fetch());
  };
  if (!isLarge) waiting.push(fetch);
  return { fetch, useCode, useCodeOrSuspend };
}

const whenQuiet = (work: () => void) =>
  "requestIdleCallback" in window ? window.requestIdleCallback(work) : setTimeout(work);

/** Returns whether the user asked the browser to save data (Network Information API, in Chromium). */
const savesData = (): boolean =>
  "connection" in navigator && (navigator.connection as { saveData?: boolean } | undefined)?.saveData === true;

let isFetching = false;

/** Loads the next file of the queue. A failed file goes to its end. */
async function fetchNext(): Promise<void> {
  const next = waiting.shift();
  if (next === undefined) return;
  try {
    await next();
  } catch (error) {
    waiting.push(next);
    throw error;
  }
}

/**
 * Loads late code while the page is idle, one file after another, so that it is available when the server is not.
 * Retries after failures, and continues with late code that the loaded modules declare. Does nothing for users who save
 * data.
 */
export function fetchLateCode(): void {
  if (isFetching || waiting.length === 0 || savesData()) return;
  isFetching = true;
  whenQuiet(() =>
    keepTrying(fetchNext, () => {
      isFetching = false;
      fetchLateCode();
    }),
  );
}
