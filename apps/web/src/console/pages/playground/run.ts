import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { ConnectionError, messageOf } from "../../../api/api-error.ts";
import { startRun } from "../../../api/run-code.ts";
import { t } from "../../../language/text.ts";
import { useSession } from "../../../session/store.ts";
import { gather } from "../../../viewer/parts/gather.ts";
import { readEventStream } from "./event-stream.ts";
import { readRunEvent, type RunNews } from "./run-event.ts";
import { failureOf, type RunFailure } from "./run-failure.ts";

export interface LogLine {
  id: number;
  kind: "log" | "error" | "note";
  text: string;
  /** Time since the start of the run, in milliseconds. */
  atMs: number;
}

/** State of the latest run: none yet, executing, or the way it ended. */
export type RunPhase = "idle" | "executing" | "completed" | "failed" | "stopped";

interface RunState {
  phase: RunPhase;
  /** The executed script: its id in the editor, and its text. */
  script: { id: string; code: string } | undefined;
  /** Reason why the run failed, or is about to. */
  failure: RunFailure | undefined;
  lines: readonly LogLine[];
  /** The script's sandbox, with its screen displayed. */
  sandboxId: string | undefined;
  /** The sandbox of a stopped run. It is not displayed, but keeps running until it ends. */
  leftSandboxId: string | undefined;
  /** The sandbox of this run, which the user has ended. */
  endedSandboxId: string | undefined;
  /** The team has reached its sandbox quota, and the user has not yet answered the dialog. */
  isQuotaReached: boolean;
}

const IDLE: RunState = {
  phase: "idle",
  script: undefined,
  failure: undefined,
  lines: [],
  sandboxId: undefined,
  leftSandboxId: undefined,
  endedSandboxId: undefined,
  isQuotaReached: false,
};

/** Maximum number of lines, so that the page stays fast. The oldest lines are dropped. */
const MAX_LINES = 5_000;

/** Reads a run to its end and reports its events. Throws the reason of a failure. */
async function follow(code: string, signal: AbortSignal, onNews: (news: RunNews) => void): Promise<void> {
  const stream = await startRun(code, signal);
  const brokeOff = (cause: unknown) =>
    new ConnectionError("refused", t("Lost the connection to the server; the script may have ended"), cause);
  try {
    for await (const event of readEventStream(stream)) {
      if (signal.aborted) return;
      const news = readRunEvent(event);
      onNews(news);
      if (news.isEnd) return;
    }
  } catch (error) {
    // Each browser has its own message for a dropped connection, such as "network error".
    throw brokeOff(error);
  }
  if (!signal.aborted) throw brokeOff(undefined);
}

/** Corrects columns in a script's first line by the length of the inserted prefix. */
const withoutPrefix = (text: string, prefixChars: number): string =>
  text.replaceAll(
    /\bscript\.js:1:(\d+)/g,
    (_, column: string) => `script.js:1:${Math.max(1, Number(column) - prefixChars)}`,
  );

/** Runs a team's scripts, one at a time, independent of the current page. */
function createRunner() {
  const store = createStore<RunState>(() => IDLE);
  let current: AbortController | undefined;
  let startedAtMs = 0;
  let lineCount = 0;
  /** Received events not yet displayed: a script that prints in a loop writes thousands of lines a second. */
  let newLines: LogLine[] = [];
  let changed: Partial<Pick<RunState, "sandboxId" | "failure" | "isQuotaReached">> = {};
  const clear = () => {
    newLines = [];
    changed = {};
  };
  const news = gather(() => {
    const shown = { ...changed, lines: [...store.getState().lines, ...newLines].slice(-MAX_LINES) };
    clear();
    store.setState(shown);
  });

  const append = (kind: LogLine["kind"], text: string) => {
    lineCount += 1;
    newLines.push({ id: lineCount, kind, text, atMs: performance.now() - startedAtMs });
    news.soon();
  };
  const take =
    (prefixChars: number) =>
    ({ line, sandboxId, isQuotaReached }: RunNews) => {
      if (line !== undefined) {
        const text = withoutPrefix(line.text, prefixChars);
        append(line.kind, text);
        if (line.kind === "error") changed.failure = failureOf(text);
      }
      if (sandboxId !== undefined) changed.sandboxId = sandboxId;
      if (isQuotaReached === true) changed.isQuotaReached = isQuotaReached;
    };

  /** Aborts the request. */
  const abort = () => {
    current?.abort();
    current = undefined;
  };
  const actions = {
    /**
     * Runs a script. `prefix` is hidden code in its first line, `id` that of the script in the editor. Ignored while a
     * run is active.
     */
    execute: async (code: string, { prefix = "", id = "" } = {}): Promise<void> => {
      if (current !== undefined) return;
      const controller = new AbortController();
      current = controller;
      startedAtMs = performance.now();
      news.stop();
      clear();
      store.setState({ ...IDLE, phase: "executing", script: { id, code } });
      try {
        await follow(prefix + code, controller.signal, take(prefix.length));
      } catch (error) {
        if (!controller.signal.aborted) {
          append("error", t("Error: {reason}", { reason: messageOf(error) }));
          changed.failure = failureOf(messageOf(error));
        }
      }
      if (current !== controller) return;
      current = undefined;
      news.now();
      store.setState(({ failure }) => ({ phase: failure === undefined ? "completed" : "failed" }));
    },
    /** Ends the run and logs this. Its sandbox keeps running. */
    stop: (): void => {
      if (current === undefined) return;
      abort();
      append("note", t("Execution stopped by user"));
      news.now();
      store.setState(({ sandboxId }) => ({ phase: "stopped", sandboxId: undefined, leftSandboxId: sandboxId }));
    },
    /** Records that the user has answered the quota dialog. */
    dismissQuota: (): void => store.setState({ isQuotaReached: false }),
    /** Records that a sandbox of this or an earlier run has ended. */
    forgetSandbox: (endedId: string): void => {
      append("note", t("Device of {id} ended", { id: endedId }));
      news.now();
      const unlessEnded = (id: string | undefined) => (id === endedId ? undefined : id);
      store.setState(({ sandboxId, leftSandboxId, endedSandboxId }) => ({
        sandboxId: unlessEnded(sandboxId),
        leftSandboxId: unlessEnded(leftSandboxId),
        endedSandboxId: endedId === sandboxId || endedId === leftSandboxId ? endedId : endedSandboxId,
      }));
    },
  };
  return { store, abort, actions };
}

type Runner = ReturnType<typeof createRunner>;

/** The signed-in user's runs, by team. They outlive the page, but not the session. */
const runners = new Map<string, Runner>();

useSession.subscribe(({ token }, { token: before }) => {
  if (token === before) return;
  for (const runner of runners.values()) runner.abort();
  runners.clear();
});

function runnerOf(organizationId: string): Runner {
  const runner = runners.get(organizationId) ?? createRunner();
  runners.set(organizationId, runner);
  return runner;
}

/** Returns a team's run and its actions. The run continues after leaving the page. */
export function useRun(organizationId: string): RunState & { isExecuting: boolean } & Runner["actions"] {
  const { store, actions } = runnerOf(organizationId);
  const state = useStore(store);
  return { ...state, isExecuting: state.phase === "executing", ...actions };
}
