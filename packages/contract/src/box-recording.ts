import { z } from "zod";
import { durationBetween } from "./duration.ts";
import { defineEndpoint } from "./endpoint.ts";
import { Empty, SandboxId } from "./fields.ts";
import { RECORDING } from "./limits.ts";

const FINISH_TIMEOUT_MS = 30_000;

const Film = z.object({
  storageKey: z.string().describe("What names it; it goes with the sandbox"),
  presignedUrl: z.string().describe("Where anyone fetches it for half an hour: an MP4 file"),
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
  summary: "Record the screen, for half an hour at most; a recording that goes on already is given up",
  response: Empty,
  errors: ["recording_unavailable"],
});

export const stopRecording = defineEndpoint({
  ...recording,
  name: "stopRecording",
  method: "POST",
  path: "/api/v1/boxes/{boxId}/actions/recording/stop",
  summary: "End the recording and answer it; after the sandbox ended too, as far as it went",
  response: Film,
  errors: ["not_recording", "storage_limit"],
});

export const enableRewind = defineEndpoint({
  ...recording,
  name: "enableRewind",
  method: "POST",
  path: "/api/v1/boxes/{boxId}/actions/recording/rewind",
  summary: "Keep the last minutes of the screen at hand",
  response: Empty,
  errors: ["recording_unavailable"],
});

export const disableRewind = defineEndpoint({
  ...recording,
  name: "disableRewind",
  method: "DELETE",
  path: "/api/v1/boxes/{boxId}/actions/recording/rewind",
  summary: "Keep them no more",
  response: Empty,
});

export const extractRewind = defineEndpoint({
  ...recording,
  name: "extractRewind",
  method: "POST",
  path: "/api/v1/boxes/{boxId}/actions/recording/rewind/extract",
  summary: "Store what the screen showed within the last minutes, as far as it was kept",
  body: z.strictObject({ duration: durationBetween(1_000, RECORDING.rewindMs, "30s").optional() }).default({}),
  response: Film,
  errors: ["not_recording", "storage_limit"],
});
