import { z } from "zod";
import { durationBetween } from "./duration.ts";
import { defineEndpoint } from "./endpoint.ts";
import { SandboxId } from "./fields.ts";
import { STORAGE } from "./limits.ts";

/** Key of a stored screenshot or recording: the team, the sandbox and the object. */
export const StorageKey = z
  .string()
  .max(200)
  .regex(/^storage:\/\/[^/]+\/[^/]+\/[^/]+$/, "A storage key is like storage://org_…/sbx_…/obj_…")
  .describe("As returned by an action or a recording");

export const PresignedExpiresIn = durationBetween(STORAGE.address.minMs, STORAGE.address.maxMs, "30m");

export const getPresignedUrl = defineEndpoint({
  name: "getPresignedUrl",
  method: "POST",
  path: "/api/v1/boxes/{boxId}/storage/presigned-url",
  access: "session-or-api-key",
  summary: "Create a temporary public address for a stored object",
  description: "Everybody with the address can download the object, for `expiresIn` (30m, at most 6h)",
  tag: "storage",
  params: z.object({ boxId: SandboxId }),
  body: z.strictObject({ storageKey: StorageKey, expiresIn: PresignedExpiresIn.optional() }),
  response: z.string().describe("The address"),
});

export const readStoredObject = defineEndpoint({
  name: "readStoredObject",
  method: "GET",
  path: "/api/v1/storage/{objectId}",
  access: "public",
  summary: "Download a stored object by its temporary address; returns 206 for a request with one byte range",
  tag: "storage",
  params: z.object({ objectId: z.string().min(1).max(64) }),
  query: z.strictObject({ token: z.string().min(1).max(500) }),
  response: z.unknown().describe("A screenshot or a video"),
  contentType: "*/*",
  errors: ["address_expired", "object_not_found"],
});
