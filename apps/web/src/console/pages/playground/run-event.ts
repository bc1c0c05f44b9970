import { SANDBOX_ID_LINE } from "@terrarium/contract/vm";
import type { StreamEvent } from "./event-stream.ts";

/** What an event of a run means for the page. */
export interface RunNews {
  /** To be appended to the logs. */
  line?: { kind: "log" | "error"; text: string };
  /** The sandbox whose screen is to be shown. */
  sandboxId?: string;
  isEnd?: true;
  /** The team has as many sandboxes as it may. */
  isQuotaReached?: true;
}

/** The server's message when a team has as many sandboxes as it may. */
const QUOTA_MESSAGE = "Sandbox number limit";

function readLog(data: string): RunNews {
  if (data.startsWith("{")) {
    try {
      return { line: { kind: "log", text: JSON.stringify(JSON.parse(data), undefined, 2) } };
    } catch {
      // It only looked like JSON: plain text it is.
    }
  }
  const line: RunNews["line"] = { kind: "log", text: data };
  const sandboxId = SANDBOX_ID_LINE.exec(data)?.[1];
  return sandboxId === undefined ? { line } : { line, sandboxId };
}

/** Reads one event of a run. Names that are not known are plain text. */
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
