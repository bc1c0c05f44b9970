import { z } from "zod";
import { durationBetween } from "./duration.ts";
import { defineEndpoint } from "./endpoint.ts";
import { SandboxId } from "./fields.ts";
import { REQUEST_TIMEOUT_MS, WAIT_LIMITS } from "./limits.ts";
import { UiSelector } from "./ui-selector.ts";

const Words = z.string().min(1).max(1_000);

/** Things that a call can wait for. A request names exactly one. */
export const WAITED = ["text", "element", "sms", "notification", "download", "process"] as const;

export const WaitBody = z
  .strictObject({
    text: Words.optional().describe("Part of the text or description of an element on the screen, case-insensitive"),
    element: UiSelector.optional().describe("Element on the screen"),
    gone: z.boolean().default(false).describe("With text or element: until the screen no longer shows it"),
    sms: z
      .strictObject({ from: Words.optional(), contains: Words.optional() })
      .optional()
      .describe("New received SMS: sender, and part of its text"),
    notification: z
      .strictObject({ package: Words.optional(), contains: Words.optional() })
      .optional()
      .describe("New notification: package of its app, and part of its title or text"),
    download: z
      .strictObject({ name: Words.optional() })
      .optional()
      .describe("New complete file in the folder of downloads: part of its name"),
    process: z.number().int().min(1).max(4_194_304).optional().describe("End of the process with this id"),
    last: durationBetween(0, WAIT_LIMITS.lastMs, "0s")
      .default(0)
      .describe("With sms, notification and download: those of this last time count as new too, by the device's clock"),
    timeout: durationBetween(0, WAIT_LIMITS.maxTimeoutMs, "30s").default(WAIT_LIMITS.defaultTimeoutMs),
  })
  .refine((body) => WAITED.filter((name) => body[name] !== undefined).length === 1, {
    message: `Name exactly one of ${WAITED.join(", ")}`,
  });
export type WaitBody = z.output<typeof WaitBody>;

/** An element on a screen. Bounds are pixels of the screen in its current orientation. */
export const FoundElement = z.object({
  text: z.string(),
  id: z.string(),
  description: z.string(),
  className: z.string(),
  packageName: z.string(),
  clickable: z.boolean(),
  enabled: z.boolean(),
  focused: z.boolean(),
  checked: z.boolean(),
  selected: z.boolean(),
  scrollable: z.boolean(),
  bounds: z.object({ left: z.number(), top: z.number(), right: z.number(), bottom: z.number() }),
});
export type FoundElement = z.infer<typeof FoundElement>;

export const WaitResult = z.object({
  element: FoundElement.optional().describe("For text and element, unless gone"),
  sms: z.object({ from: z.string(), text: z.string() }).optional(),
  notification: z.object({ package: z.string(), title: z.string(), text: z.string() }).optional(),
  download: z.object({ path: z.string(), sizeBytes: z.number() }).optional(),
});
export type WaitResult = z.infer<typeof WaitResult>;

export const waitForInBox = defineEndpoint({
  name: "waitForInBox",
  method: "POST",
  path: "/api/v1/boxes/{boxId}/actions/wait-for",
  access: "session-or-api-key",
  scope: "read",
  tag: "actions",
  params: z.object({ boxId: SandboxId }),
  changesState: false,
  right: "input",
  timeoutMs: WAIT_LIMITS.defaultTimeoutMs + REQUEST_TIMEOUT_MS,
  summary: "Wait for a text or an element on the screen, an SMS, a notification, a download, or the end of a process",
  description:
    "Responds as soon as it is there, with what was found, or with `wait_timeout`. SMS and notifications are those of phones. A token needs the right `shell` for anything but the screen",
  body: WaitBody,
  response: WaitResult,
  errors: ["wait_timeout"],
});
