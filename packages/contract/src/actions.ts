import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { SandboxId, Timestamp } from "./fields.ts";
import { Outcome } from "./outcome.ts";

/** Number of a sandbox's newest actions that are kept. */
export const KEPT_ACTIONS = 1_000;
const DEFAULT_ACTIONS = 100;

export const DEVICE_ACTIONS = [
  "tap",
  "move",
  "swipe",
  "scroll",
  "key",
  "text",
  "paste",
  "clipboard",
  "rotate",
  "shell",
  "adb",
  "cdp",
  "browser",
  "tab",
  "command",
  "upload",
  "download",
  "rename",
  "remove",
  "open",
  "close",
  "resize",
  "proxy",
  "install",
  "uninstall",
  "stop",
  "start",
  "extend",
  "recording",
  "link",
  "unlink",
  "port",
  "snapshot",
  "restore",
  "refused",
] as const;
/** Steps of a recording, reported as the detail of its action. */
export const RECORDING_STEPS = ["start", "stop", "rewind", "rewind off", "extract"] as const;
export type RecordingStep = (typeof RECORDING_STEPS)[number];
export const DeviceActionKind = z.enum(DEVICE_ACTIONS);
export type DeviceActionKind = z.infer<typeof DeviceActionKind>;

/** An action by a person or a program on a sandbox's device, or on the sandbox itself. */
export const DeviceAction = z.object({
  id: z.string(),
  at: Timestamp,
  actorKind: z.enum(["user", "api_key"]),
  actorName: z.string().nullable().describe("null: the user or the key was deleted"),
  kind: DeviceActionKind,
  detail: z
    .string()
    .describe(
      'Target or value: "360 1020" in pixels, "home", a path, a command, a name, a number of seconds; for text only its number of characters; for a rejected request its method and path',
    ),
  durationMs: z.number().int().describe("Duration of the gesture or the call"),
  outcome: Outcome,
  message: z.string().nullable().describe("Why it failed; null if it succeeded, or if the reason could quote a text"),
  exitCode: z.number().int().nullable().describe("Exit code of a command; null for other actions"),
});
export type DeviceAction = z.infer<typeof DeviceAction>;

export const getBoxActions = defineEndpoint({
  name: "getBoxActions",
  method: "GET",
  path: "/api/v1/boxes/{boxId}/actions",
  access: "session-or-api-key",
  summary: `Actions on a sandbox and its device, newest first; the last ${KEPT_ACTIONS} are kept while the sandbox is listed`,
  tag: "boxes",
  params: z.object({ boxId: SandboxId }),
  query: z.strictObject({ limit: z.coerce.number().int().min(1).max(KEPT_ACTIONS).default(DEFAULT_ACTIONS) }),
  response: z.object({ data: z.array(DeviceAction) }),
});
