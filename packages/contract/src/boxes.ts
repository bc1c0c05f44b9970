import { z } from "zod";
import { DurationMs } from "./duration.ts";
import { defineEndpoint } from "./endpoint.ts";
import { Empty, Envs, Metadata, OrganizationId, SandboxId, SandboxName, Timestamp, WorkingDir } from "./fields.ts";
import { DEFAULT_WORKING_DIR, DEVICE_START_TIMEOUT_MS, MAX_PAGE_SIZE, SANDBOX_PAGE_SIZE } from "./limits.ts";

export const BoxStatus = z.enum(["pending", "running", "error", "terminated"]);
export type BoxStatus = z.infer<typeof BoxStatus>;

/** A sandbox in the words of the boxes API. */
export const Box = z.object({
  id: SandboxId,
  type: z.literal("android"),
  status: BoxStatus,
  reason: z.string().nullable().describe("Why it is no longer running"),
  config: z.object({
    name: z.string().nullable().describe("What people call it"),
    templateId: z.string(),
    deviceType: z.literal("virtual"),
    cpu: z.number().int().describe("Cores"),
    memory: z.number().int().describe("MB"),
    resolution: z.object({ width: z.number().int(), height: z.number().int() }).describe("Pixels"),
    labels: z.record(z.string(), z.string()),
    envs: z.record(z.string(), z.string()).describe("Variables of its commands; none once it has ended"),
    workingDir: z.string().describe("Where its commands begin"),
    keepAlive: z.string().describe('For how long each use keeps it, as "300000ms"'),
  }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  expiresAt: Timestamp,
});
export type Box = z.infer<typeof Box>;

const BoxConfig = z.object({
  name: SandboxName.optional().describe("What people call it"),
  templateId: z.string().min(1).max(64).optional().describe("Default: the phone template"),
  deviceType: z.literal("virtual").optional(),
  expiresIn: DurationMs.optional().describe('Lifetime, for example "5m"; default "60m"'),
  keepAlive: DurationMs.optional().describe(
    'For how long each use keeps the sandbox at least, for example "5m"; default "0ms": it ends at its time. Without expiresIn it is the lifetime too',
  ),
  envs: Envs.optional(),
  workingDir: WorkingDir.optional().describe(`Where commands begin; default ${DEFAULT_WORKING_DIR}`),
  labels: Metadata.optional().describe("Shown as metadata in the console"),
});
const Wait = z.object({
  wait: z.boolean().optional().describe("Accepted; this server always answers when it is done"),
});
const ForTeam = {
  organizationId: OrganizationId.optional().describe(
    "The team that gets the sandbox. With a session token; default: the user's first team. An API key has its own team",
  ),
};
const BoxParams = z.object({ boxId: SandboxId });

export const createBox = defineEndpoint({
  name: "createBox",
  method: "POST",
  path: "/api/v1/boxes",
  access: "session-or-api-key",
  summary: "Create a sandbox; answers when its device is ready",
  timeoutMs: DEVICE_START_TIMEOUT_MS,
  takesIdempotencyKey: true,
  tag: "boxes",
  body: Wait.extend({ ...ForTeam, type: z.literal("android"), config: BoxConfig.optional() }),
  response: Box,
});

export const createAndroidBox = defineEndpoint({
  name: "createAndroidBox",
  method: "POST",
  path: "/api/v1/boxes/android",
  access: "session-or-api-key",
  summary: "Create a sandbox; the same call without the type",
  timeoutMs: DEVICE_START_TIMEOUT_MS,
  takesIdempotencyKey: true,
  tag: "boxes",
  body: Wait.extend({ ...ForTeam, config: BoxConfig.optional() }),
  response: Box,
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
  access: "session-or-api-key",
  summary: "The screen, small: as it is now, or of an ended sandbox as it was last; answers 304 to who has it already",
  tag: "boxes",
  params: BoxParams,
  response: z.unknown().describe("PNG"),
  contentType: "image/png",
});

/** Of an ended sandbox's log no more is kept. */
export const KEPT_LOG_BYTES = 65_536;

export const getBoxLog = defineEndpoint({
  name: "getBoxLog",
  method: "GET",
  path: "/api/v1/boxes/{boxId}/log",
  access: "session-or-api-key",
  summary: "The end of an ended sandbox's log, as `logcat -v threadtime` writes it",
  tag: "boxes",
  params: BoxParams,
  response: z.object({ log: z.string().nullable().describe("null: none was kept, or it has not ended") }),
});

export const listBoxes = defineEndpoint({
  name: "listBoxes",
  method: "GET",
  path: "/api/v1/boxes",
  access: "session-or-api-key",
  summary: "A page of the team's sandboxes, newest first",
  tag: "boxes",
  query: z.object({
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    pageSize: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(SANDBOX_PAGE_SIZE),
  }),
  response: z.object({
    data: z.array(Box),
    page: z.number().int(),
    pageSize: z.number().int(),
    total: z.number().int(),
  }),
});

export const terminateBox = defineEndpoint({
  name: "terminateBox",
  method: "POST",
  path: "/api/v1/boxes/{boxId}/terminate",
  access: "session-or-api-key",
  summary: "End a sandbox; a second call changes nothing",
  timeoutMs: DEVICE_START_TIMEOUT_MS,
  tag: "boxes",
  params: BoxParams,
  body: Wait.optional(),
  response: Empty,
});
