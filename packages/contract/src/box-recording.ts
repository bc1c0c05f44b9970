import { z } from "zod";
import { durationBetween } from "./duration.ts";
import { defineEndpoint } from "./endpoint.ts";
import { Empty, SandboxId, Timestamp } from "./fields.ts";
import { RECORDING } from "./limits.ts";

const FINISH_TIMEOUT_MS = 30_000;
/** Number of a sandbox's newest recordings in its list. */
export const LISTED_RECORDINGS = 100;

const Film = z.object({
  storageKey: z.string().describe("Storage key; the film is deleted with the sandbox"),
  presignedUrl: z.string().describe("Public address of the MP4 file, valid for half an hour"),
});

/** Viewing a device does not change the team's state. */
const recording = {
  access: "session-or-api-key",
  tag: "actions",
  params: z.object({ boxId: SandboxId }),
  changesState: false,
  // Another server may hold the film and must be asked first.
  timeoutMs: FINISH_TIMEOUT_MS,
} as const;

export const startRecording = defineEndpoint({
  ...recording,
  name: "startRecording",
  method: "POST",
  path: "/api/v1/boxes/{boxId}/actions/recording/start",
  summary: "Record the screen for at most half an hour; discards a recording in progress",
  response: Empty,
  errors: ["recording_unavailable"],
});

export const stopRecording = defineEndpoint({
  ...recording,
  name: "stopRecording",
  method: "POST",
  path: "/api/v1/boxes/{boxId}/actions/recording/stop",
  summary: "Stop and return the recording; if the sandbox has ended, up to its end",
  description: "The recording is a stored MP4 file",
  response: Film,
  errors: ["not_recording", "storage_limit"],
});

export const enableRewind = defineEndpoint({
  ...recording,
  name: "enableRewind",
  method: "POST",
  path: "/api/v1/boxes/{boxId}/actions/recording/rewind",
  summary: "Enable rewind: keep the last minutes of the screen",
  description: "The buffer holds at most five minutes",
  response: Empty,
  errors: ["recording_unavailable"],
});

export const disableRewind = defineEndpoint({
  ...recording,
  name: "disableRewind",
  method: "DELETE",
  path: "/api/v1/boxes/{boxId}/actions/recording/rewind",
  summary: "Disable rewind",
  response: Empty,
});

export const extractRewind = defineEndpoint({
  ...recording,
  name: "extractRewind",
  method: "POST",
  path: "/api/v1/boxes/{boxId}/actions/recording/rewind/extract",
  summary: "Store a recording of the last minutes, as far as rewind kept them",
  description: "`duration` is 30s by default, at most 5m. The recording is a stored MP4 file",
  body: z.strictObject({ duration: durationBetween(1_000, RECORDING.rewindMs, "30s").optional() }).default({}),
  response: Film,
  errors: ["not_recording", "storage_limit"],
});

const Recording = z.object({
  storageKey: Film.shape.storageKey,
  createdAt: Timestamp.describe("Start of the recording; for a rewind, the time when it was stored"),
  durationMs: z.number().int().nullable().describe("null: unknown, because its server ended during the recording"),
  sizeBytes: z.number().int(),
});
export type Recording = z.infer<typeof Recording>;

export const listRecordings = defineEndpoint({
  name: "listRecordings",
  method: "GET",
  path: "/api/v1/boxes/{boxId}/actions/recording",
  access: "session-or-api-key",
  summary: `List the newest ${LISTED_RECORDINGS} stored recordings of a sandbox, newest first`,
  description: "`presigned-url` creates the address of a recording from its storage key",
  tag: "actions",
  params: z.object({ boxId: SandboxId }),
  response: z.object({
    data: z.array(Recording),
    recordingSince: Timestamp.nullable().describe("Start of the recording in progress; null: none"),
    rewindEnabled: z.boolean(),
  }),
});
