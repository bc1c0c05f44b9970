import { z } from "zod";
import { DurationMs } from "./duration.ts";
import { defineEndpoint } from "./endpoint.ts";
import {
  Empty,
  Envs,
  Metadata,
  OrganizationId,
  SandboxId,
  SandboxName,
  saying,
  Timestamp,
  WorkingDir,
} from "./fields.ts";
import {
  BOX_START,
  DEVICE_END_TIMEOUT_MS,
  DEVICE_START_TIMEOUT_MS,
  MAX_PAGE,
  MAX_PAGE_SIZE,
  PHONE_ORIGIN,
  SANDBOX_PAGE_SIZE,
  WORKING_DIR,
} from "./limits.ts";
import { SANDBOX_KINDS } from "./sandbox-kind.ts";
import { SnapshotName } from "./snapshot-name.ts";

const BOX_STATUSES = ["pending", "running", "stopped", "error", "terminated"] as const;
/** Status filters of a box list. */
export const LISTED_BOX_STATUSES = [...BOX_STATUSES, "all"] as const;
export const BoxStatus = z.enum(BOX_STATUSES);
export type BoxStatus = z.infer<typeof BoxStatus>;

const BOX_TYPES = ["android", "linux"] as const;
export const BoxType = z.enum(BOX_TYPES);
export type BoxType = z.infer<typeof BoxType>;

const DEVICE_TYPES = ["virtual", "physical", "container"] as const;
/** Android devices are virtual or physical phones. Linux devices are containers. */
export const DeviceType = z.enum(DEVICE_TYPES);
export type DeviceType = z.infer<typeof DeviceType>;

/**
 * Android releases known to clients of the boxes API. A device with a release in between is reported as the older one.
 */
export const OS_VERSIONS = ["12", "13", "15"] as const;

/** A sandbox in the terms of the boxes API. */
export const Box = z.object({
  id: SandboxId,
  type: BoxType,
  status: BoxStatus,
  reason: z.string().nullable().describe("Reason why it is not running"),
  config: z.object({
    name: z.string().nullable().describe("Name for people"),
    templateId: z.string(),
    kind: z
      .enum(SANDBOX_KINDS)
      .default("phone")
      .describe("Kind: a phone, or a Linux machine with a shell, a browser or a desktop. Missing: a phone"),
    deviceType: DeviceType,
    os: z
      .object({ version: z.string() })
      .describe(
        "Android release, or the nearest older one that clients know; or the Linux distribution, such as debian-12",
      ),
    cpu: z.number().int().describe("Cores"),
    memory: z.number().int().describe("MB"),
    storage: z.number().describe("GiB"),
    resolution: z
      .object({ width: z.number().int(), height: z.number().int() })
      .optional()
      .describe("Pixels. Missing if it has no screen"),
    publicIp: z.literal("").optional().describe("For a Linux box, which has no Android release"),
    labels: z.record(z.string(), z.string()),
    envs: z.record(z.string(), z.string()).describe("Environment variables of its commands; empty after its end"),
    workingDir: z.string().describe("Initial folder of its commands"),
    keepAlive: z.string().describe('Extension by each use, such as "300000ms"'),
  }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  expiresAt: Timestamp.describe("Time at which it ends; for a stopped one, time until which it is kept"),
});
export type Box = z.infer<typeof Box>;

const { maxSeedChars, maxSpeed, firstTime, lastTime } = PHONE_ORIGIN;
/** Random values of a phone follow from it. */
export const PhoneSeed = z
  .union(
    [z.string().min(1).max(maxSeedChars), z.int()],
    saying(`must be 1 to ${maxSeedChars} characters, or an integer`),
  )
  .transform(String)
  .refine((seed) => !/\p{Control}/u.test(seed), "must not contain control characters");

/** Time of day of a phone. */
export const PhoneClock = z.union(
  [
    z.literal("real"),
    z.strictObject({
      start: z.iso
        .datetime({ offset: true })
        .refine((time) => Date.parse(time) >= Date.parse(firstTime) && Date.parse(time) <= Date.parse(lastTime)),
      speed: z.number().min(0).max(maxSpeed),
    }),
  ],
  saying(
    `must be "real", or {start, speed}: a time such as "2026-03-04T09:41:00Z" from ${firstTime} to ${lastTime}, and 0 to ${maxSpeed}`,
  ),
);
export type PhoneClock = z.infer<typeof PhoneClock>;

const BoxConfig = z.strictObject({
  name: SandboxName.optional().describe("Name for people"),
  expiresIn: DurationMs.optional().describe('Lifetime, for example "5m"; default "60m"'),
  keepAlive: DurationMs.optional().describe(
    'Each use keeps the sandbox alive for at least this long, for example "5m"; default "0ms": no extension. Without expiresIn it is also the lifetime',
  ),
  envs: Envs.optional(),
  labels: Metadata.optional().describe("Shown as metadata in the console"),
  templateId: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe("Default: the phone, or the Linux template without a screen; with a screen: tpl_browser, tpl_desktop"),
  deviceType: z
    .enum([...DEVICE_TYPES, "vm"])
    .optional()
    .describe("physical: an attached phone, if available; default: the template's type. vm is not available"),
  snapshotName: SnapshotName.optional().describe("For a Linux box: the team's snapshot whose files it starts with"),
  seed: PhoneSeed.optional().describe(
    "For a phone: its serial number, ids and random values follow from this text or integer; default: unpredictable",
  ),
  clock: PhoneClock.optional().describe(
    'For a phone: its time of day, "real" or {start, speed}. Speed 1 is real time; with 0, time passes only with actions; default "real"',
  ),
  workingDir: WorkingDir.optional().describe(
    `Initial folder of commands; default ${WORKING_DIR.android}, on Linux ${WORKING_DIR.linux}`,
  ),
});
const Wait = z.strictObject({
  wait: z.boolean().default(true).describe("false: returns at once with the current status"),
});
const Create = Wait.extend({
  timeout: DurationMs.refine((ms) => ms <= BOX_START.maxTimeoutMs, "At most 5m")
    .optional()
    .describe('Timeout, at most "5m"; default "30s". A sandbox that is not ready by then is removed, with status 408'),
  reuse: z
    .strictObject({ labels: Metadata.refine((labels) => Object.keys(labels).length > 0, "Give at least one label") })
    .optional()
    .describe(
      "Return the team's running sandbox with all these labels, if there is one; otherwise the new one gets them",
    ),
});
const ForTeam = {
  organizationId: OrganizationId.optional().describe(
    "Team of the sandbox, with a session token. Default: the user's first team. An API key uses its own team",
  ),
};
/** A list in a query, with commas between the values, as clients of the boxes API write it. */
const listOf = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((value) => (typeof value === "string" ? value.split(",") : value), z.array(item).max(20).optional());
const BoxParams = z.object({ boxId: SandboxId });

export const createBox = defineEndpoint({
  name: "createBox",
  method: "POST",
  path: "/api/v1/boxes",
  access: "session-or-api-key",
  summary: "Create a sandbox; returns when its device is ready",
  description:
    "Responds with 408 and no sandbox if the device is not ready within `timeout`. With `wait: false` it responds immediately. `reuse: {labels}` returns a sandbox with these labels if one exists",
  timeoutMs: DEVICE_START_TIMEOUT_MS,
  takesIdempotencyKey: true,
  tag: "boxes",
  body: Create.extend({
    ...ForTeam,
    type: z
      .enum(
        BOX_TYPES,
        saying(
          'must be "android" or "linux"; a browser or a desktop is of type "linux", with config.templateId "tpl_browser" or "tpl_desktop"',
        ),
      )
      .optional()
      .describe("Default: the template's type"),
    config: BoxConfig.optional(),
  }),
  response: Box,
  errors: ["device_type_unavailable", "start_timeout", "snapshot_not_found", "not_possible"],
});

export const createAndroidBox = defineEndpoint({
  name: "createAndroidBox",
  method: "POST",
  path: "/api/v1/boxes/android",
  access: "session-or-api-key",
  summary: "Create an Android sandbox; the same call without the type",
  timeoutMs: DEVICE_START_TIMEOUT_MS,
  takesIdempotencyKey: true,
  tag: "boxes",
  body: Create.extend({ ...ForTeam, config: BoxConfig.optional() }).default({ wait: true }),
  response: Box,
  errors: ["device_type_unavailable", "start_timeout", "snapshot_not_found", "not_possible"],
});

export const createLinuxBox = defineEndpoint({
  name: "createLinuxBox",
  method: "POST",
  path: "/api/v1/boxes/linux",
  access: "session-or-api-key",
  summary: "Create a Linux sandbox; the same call without the type",
  description: "A template of another kind starts that kind",
  timeoutMs: DEVICE_START_TIMEOUT_MS,
  takesIdempotencyKey: true,
  tag: "boxes",
  body: Create.extend({ ...ForTeam, config: BoxConfig.optional() }).default({ wait: true }),
  response: Box,
  errors: ["device_type_unavailable", "start_timeout", "snapshot_not_found", "not_possible"],
});

export const getBox = defineEndpoint({
  name: "getBox",
  method: "GET",
  path: "/api/v1/boxes/{boxId}",
  access: "session-or-api-key",
  summary: "One sandbox",
  tag: "boxes",
  params: BoxParams,
  response: Box,
});

export const getBoxThumbnail = defineEndpoint({
  name: "getBoxThumbnail",
  method: "GET",
  path: "/api/v1/boxes/{boxId}/thumbnail",
  timeoutMs: 60_000,
  access: "session-or-api-key",
  summary: "A small picture of the current screen, or of an ended sandbox's last one; returns 304 if unchanged",
  tag: "boxes",
  params: BoxParams,
  response: z.unknown().describe("PNG"),
  contentType: "image/png",
  errors: ["sandbox_not_running", "device_failed", "device_busy", "provider_unavailable"],
});

/** Size of the log that is kept of an ended sandbox. */
export const KEPT_LOG_BYTES = 65_536;

export const getBoxLog = defineEndpoint({
  name: "getBoxLog",
  method: "GET",
  path: "/api/v1/boxes/{boxId}/log",
  access: "session-or-api-key",
  summary: "The end of an ended sandbox's log, in the format of `logcat -v threadtime`",
  tag: "boxes",
  params: BoxParams,
  response: z.object({ log: z.string().nullable().describe("null: no log was kept, or the sandbox has not ended") }),
});

export const getBoxLastLines = defineEndpoint({
  name: "getBoxLastLines",
  method: "GET",
  path: "/api/v1/boxes/{boxId}/last_lines",
  access: "session-or-api-key",
  summary: "The last lines of the shells and commands of a sandbox without a screen",
  description: "From the server's memory: the call neither reaches the sandbox nor counts as use",
  tag: "boxes",
  params: BoxParams,
  response: z.object({
    lines: z.array(z.string()).describe("Plain text, oldest first. Empty if this server relayed none"),
  }),
});

export const listBoxes = defineEndpoint({
  name: "listBoxes",
  method: "GET",
  path: "/api/v1/boxes",
  access: "session-or-api-key",
  summary: "A page of the team's sandboxes, newest first",
  description: "Filters: `status` and `type` (comma-separated), `deviceType`, `labels[key]=value`",
  tag: "boxes",
  query: z.strictObject({
    page: z.coerce.number().int().min(1).max(MAX_PAGE).default(1),
    pageSize: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(SANDBOX_PAGE_SIZE),
    status: listOf(z.enum(LISTED_BOX_STATUSES)).describe("Statuses, separated by commas; default: all"),
    type: listOf(z.enum(["android", "linux", "all"])).describe("Types, separated by commas"),
    deviceType: DeviceType.optional(),
    labels: Metadata.optional().describe("Labels that must all match: labels[project]=checkout"),
  }),
  response: z.object({
    data: z.array(Box),
    page: z.number().int(),
    pageSize: z.number().int(),
    total: z.number().int(),
  }),
});

const changed = {
  access: "session-or-api-key",
  method: "POST",
  tag: "boxes",
  params: BoxParams,
  response: Box,
} as const;

export const stopBox = defineEndpoint({
  ...changed,
  name: "stopBox",
  path: "/api/v1/boxes/{boxId}/stop",
  summary:
    "Stop a sandbox and keep its files and app data; it is not metered until it is started. A repeated call has no effect",
  timeoutMs: DEVICE_START_TIMEOUT_MS,
  body: Wait.default({ wait: true }),
  errors: ["sandbox_not_running", "cannot_stop", "provider_unavailable"],
});

export const startBox = defineEndpoint({
  ...changed,
  name: "startBox",
  path: "/api/v1/boxes/{boxId}/start",
  summary: "Restart a stopped sandbox with its remaining lifetime",
  timeoutMs: DEVICE_START_TIMEOUT_MS,
  body: Wait.default({ wait: true }),
  errors: [
    "sandbox_not_running",
    "cannot_stop",
    "sandbox_limit",
    "template_unavailable",
    "device_start_failed",
    "provider_unavailable",
    "no_space",
  ],
});

export const extendBox = defineEndpoint({
  ...changed,
  name: "extendBox",
  path: "/api/v1/boxes/{boxId}/extend",
  summary:
    "Extend a sandbox's lifetime to at least this long from now, within the plan's longest lifetime since its start",
  body: z.strictObject({ expiresIn: DurationMs }),
  errors: ["sandbox_not_running"],
});

export const terminateBox = defineEndpoint({
  name: "terminateBox",
  method: "POST",
  path: "/api/v1/boxes/{boxId}/terminate",
  access: "session-or-api-key",
  summary: "End a sandbox; a repeated call has no effect",
  timeoutMs: DEVICE_END_TIMEOUT_MS,
  tag: "boxes",
  params: BoxParams,
  body: Wait.default({ wait: true }),
  response: Empty,
});
