import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { MAX_SCRIPT_CHARS } from "./limits.ts";

/**
 * Responds 200 with `text/event-stream`: blocks of `event: name` and `data: text`, separated by blank lines. Text of
 * several lines has one `data:` line for each. The first event is `start` with the run's id. A `log` follows for each
 * console call as it happens, and an `error` if the script failed or was stopped. The last event is `end` with
 * `completed` or `failed`.
 */
export const runCode = defineEndpoint({
  name: "runCode",
  method: "POST",
  path: "/api/v1/vm/run_code",
  access: "session-or-api-key",
  scope: "drive",
  summary: "Run a script against this service and stream its output",
  tag: "vm",
  body: z.strictObject({ code: z.string().min(1).max(MAX_SCRIPT_CHARS) }),
  response: z.string().describe("Blocks of `event:` and `data:` lines"),
  contentType: "text/event-stream",
  errors: ["run_limit", "user_run_limit", "run_capacity"],
});

export const RUN_EVENTS = ["start", "log", "end", "error"] as const;
export type RunEventName = (typeof RUN_EVENTS)[number];

/** Log line with which a script names the sandbox to show. */
export const SANDBOX_ID_LINE = /gbox id:\s*([A-Za-z0-9_-]+)/;
