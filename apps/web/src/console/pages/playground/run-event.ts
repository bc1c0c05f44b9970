import { SANDBOX_ID_LINE } from "@terrarium/contract/vm";
import type { StreamEvent } from "./event-stream.ts";

/** Effects of a run's event on the page. */
export interface RunNews {
  /** Line to append to the logs. */
  line?: { kind: "log" | "error"; text: string };
  /** Sandbox to show the screen of. */
  sandboxId?: string;
  isEnd?: true;
  /** The team has reached its sandbox quota. */
  isQuotaReached?: true;
}

/** The server's message for a team that has reached its sandbox quota. */
const QUOTA_MESSAGE = "Sandbox number limit";

function readLog(data: string): RunNews {
  if (data.startsWith("{")) {
    try {
      return { line: { kind: "log", text: JSON.stringify(JSON.parse(data), undefined, 2) } };
    } catch {
      // Not valid JSON despite the brace, so treat it as plain text.
    }
  }
  const line: RunNews["line"] = { kind: "log", text: data };
  const sandboxId = SANDBOX_ID_LINE.exec(data)?.[1];
  return sandboxId === undefined ? { line } : { line, sandboxId };
}

/** Parses one event of a run. Unknown event names are plain text. */
export function readRunEvent({ name, data }: StreamEvent): RunNews {
  switch (name) {
    case "start":
      return {};
    case "end":
      return { isEnd: true };
    case "error":
      return {
        line: { kind: "error", text: data },
        ...(data.includes(QUOTA_MESSAGE) ? { isQuotaReached: true } : {}),
      };
    case "log":
      return readLog(data);
    default:
      return data === "" ? {} : { line: { kind: "log", text: data } };
  }
}
