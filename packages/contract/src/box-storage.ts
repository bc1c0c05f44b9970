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
  .describe("As an action or a recording answered it");

export const PresignedExpiresIn = durationBetween(STORAGE.address.minMs, STORAGE.address.maxMs, "30m");

export const getPresignedUrl = defineEndpoint({
  name: "getPresignedUrl",
  method: "POST",
  path: "/api/v1/boxes/{boxId}/storage/presigned-url",
  access: "session-or-api-key",
  summary: "An address by which anyone fetches what is stored, for a while",
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
  summary: "What is stored, by an address that was made for it; answers 206 to a request with one range of bytes",
  tag: "storage",
  params: z.object({ objectId: z.string().min(1).max(64) }),
  query: z.strictObject({ token: z.string().min(1).max(500) }),
  response: z.unknown().describe("A picture or a video"),
  contentType: "*/*",
  errors: ["address_expired", "object_not_found"],
});
