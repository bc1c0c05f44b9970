import { use, useSyncExternalStore } from "react";
import { t } from "../language/text.ts";
import { FAILURE_WORDS } from "./failure-words.ts";
import { keepTrying } from "./keep-trying.ts";
import { PATIENCE_MS } from "./patience.ts";

/** Code that the first screen does without. */
export interface LateCode<Code> {
  /** Fetches the code unless it has arrived. Rejects with MissingCodeError; the next call tries again. */
  fetch: () => Promise<Code>;
  /** Returns the code, undefined until it arrives; the component renders again then. */
  useCode: () => Code | undefined;
  /** Returns the code; suspends while it loads. Throws MissingCodeError after a failure, until `fetch` succeeds. */
  useCodeOrSuspend: () => Code;
}

/** Late code could not be fetched. The message is ours: those of browsers name files, in one language. */
export class MissingCodeError extends Error {
  /** Fetches the code again; rejects as LateCode's `fetch`. */
  readonly retry: () => Promise<unknown>;

  constructor(retry: () => Promise<unknown>, cause: unknown) {
    super(t(FAILURE_WORDS.noCode), { cause });
    this.name = "MissingCodeError";
    this.retry = retry;
  }
}

/** Late code that `fetchLateCode` has not fetched yet, in the order in which its modules ran. */
const waiting: (() => Promise<unknown>)[] = [];

/** Rejects after PATIENCE_MS; `work` goes on. */
function inTime<Result>(work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error(`not fetched within ${PATIENCE_MS} ms`));
    const timer = setTimeout(giveUp, PATIENCE_MS);
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Declares code that is fetched when it is wanted, or before that by `fetchLateCode` unless it `isLarge`. */
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

/** Whether the person asked the browser to use little data (Network Information API; Chromium has it). */
const savesData = (): boolean =>
  "connection" in navigator && (navigator.connection as { saveData?: boolean } | undefined)?.saveData === true;

let isFetching = false;

/** Fetches the next file in line; one that fails goes to the end of the line. */
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
 * Fetches late code while the page is quiet, one file after another, so that it is there when the server is not. Retries
 * after failures, and continues with the late code that arrived modules declare. Does nothing for people who save data.
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
