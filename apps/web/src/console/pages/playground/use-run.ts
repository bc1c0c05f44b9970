import { useCallback, useEffect, useRef, useState } from "react";
import { messageOf } from "../../../api/api-error.ts";
import { startRun } from "../../../api/run-code.ts";
import { t } from "../../../language/text.ts";
import { readEventStream } from "./event-stream.ts";
import { readRunEvent, type RunNews } from "./run-event.ts";

export interface LogLine {
  id: number;
  kind: "log" | "error" | "note";
  text: string;
  /** Since the run began. */
  atMs: number;
}

/** More would slow the page down; the oldest go first. */
const MAX_LINES = 5_000;

/** Reads a run to its end and tells what happens. Throws what made it fail. */
async function follow(code: string, signal: AbortSignal, onNews: (news: RunNews) => void): Promise<void> {
  for await (const event of readEventStream(await startRun(code, signal))) {
    if (signal.aborted) return;
    const news = readRunEvent(event);
    onNews(news);
    if (news.isEnd) return;
  }
}

/**
 * Runs a script, one at a time. `execute` is ignored while a run is under way; `stop` ends it and says so in the logs.
 * Leaving the page ends the run as well.
 */
export function useRun(onQuotaReached: () => void) {
  const [isExecuting, setIsExecuting] = useState(false);
  const [lines, setLines] = useState<readonly LogLine[]>([]);
  const [sandboxId, setSandboxId] = useState<string>();
  const current = useRef<AbortController>(undefined);
  const startedAtMs = useRef(0);
  const lineCount = useRef(0);

  const append = useCallback((kind: LogLine["kind"], text: string) => {
    lineCount.current += 1;
    const line = { id: lineCount.current, kind, text, atMs: performance.now() - startedAtMs.current };
    setLines((before) => [...before.slice(1 - MAX_LINES), line]);
  }, []);

  const execute = async (code: string) => {
    if (current.current !== undefined) return;
    const controller = new AbortController();
    current.current = controller;
    startedAtMs.current = performance.now();
    setIsExecuting(true);
    setLines([]);
    setSandboxId(undefined);
    try {
      await follow(code, controller.signal, ({ line, sandboxId: id, isQuotaReached }) => {
        if (line !== undefined) append(line.kind, line.text);
        if (id !== undefined) setSandboxId(id);
        if (isQuotaReached) onQuotaReached();
      });
    } catch (error) {
      if (!controller.signal.aborted) append("error", t("Error: {reason}", { reason: messageOf(error) }));
    }
    if (current.current === controller) {
      current.current = undefined;
      setIsExecuting(false);
    }
  };

  const stop = useCallback(() => {
    if (current.current === undefined) return;
    current.current.abort();
    current.current = undefined;
    setIsExecuting(false);
    setSandboxId(undefined);
    append("note", t("Execution stopped by user"));
  }, [append]);

  useEffect(() => () => current.current?.abort(), []);

  return { isExecuting, lines, sandboxId, execute, stop };
}
