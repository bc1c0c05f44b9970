import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { SandboxId, Timestamp } from "./fields.ts";
import { BOX_FILE_LIMITS } from "./limits.ts";

const DevicePath = z.string().min(1).max(1_024);
/** Fields that name a file, the same in every call. */
const Place = {
  path: DevicePath.describe("Path on the device; relative to workingDir without a leading slash"),
  workingDir: DevicePath.optional().describe("Default: the sandbox's"),
};

const entry = {
  name: z.string(),
  path: z.string().describe("Absolute path on the device"),
  mode: z.string().describe('Permissions in octal, for example "0644"'),
  lastModified: Timestamp,
};
export const BoxFile = z.discriminatedUnion("type", [
  z.object({ ...entry, type: z.literal("file"), size: z.string().describe("Bytes") }),
  z.object({ ...entry, type: z.literal("dir") }),
]);
export type BoxFile = z.infer<typeof BoxFile>;

/** Encodings for reading a file. */
export const FILE_ENCODINGS = ["utf8", "base64"] as const;

const call = {
  access: "session-or-api-key",
  tag: "box-files",
  right: "files",
  params: z.object({ boxId: SandboxId }),
  timeoutMs: 60_000,
} as const;
/** Actions on a device do not change the team's state. */
const change = { ...call, changesState: false } as const;

export const listBoxFiles = defineEndpoint({
  ...call,
  method: "GET",
  name: "listBoxFiles",
  path: "/api/v1/boxes/{boxId}/fs/list",
  summary: `List a folder and its subfolders down to a depth; at most ${BOX_FILE_LIMITS.listed} files`,
  query: z.strictObject({
    ...Place,
    depth: z.coerce.number().int().min(1).max(BOX_FILE_LIMITS.depth).default(1),
  }),
  response: z.object({ data: z.array(BoxFile) }),
  errors: ["folder_too_large"],
});

export const getBoxFile = defineEndpoint({
  ...call,
  method: "GET",
  name: "getBoxFile",
  path: "/api/v1/boxes/{boxId}/fs/info",
  summary: "Details of a file or folder",
  query: z.strictObject(Place),
  response: BoxFile,
});

export const getBoxFileExistence = defineEndpoint({
  ...call,
  method: "POST",
  name: "getBoxFileExistence",
  path: "/api/v1/boxes/{boxId}/fs/exists",
  summary: "Check whether a file or folder exists",
  body: z.strictObject(Place),
  response: z.object({ exists: z.boolean(), type: z.enum(["file", "dir"]).optional() }),
});

export const readBoxFile = defineEndpoint({
  ...call,
  method: "GET",
  name: "readBoxFile",
  path: "/api/v1/boxes/{boxId}/fs/read",
  summary: `Read a file of at most ${BOX_FILE_LIMITS.textBytes} bytes`,
  query: z.strictObject({
    ...Place,
    encoding: z.enum(FILE_ENCODINGS).default("utf8").describe("base64 for binary files"),
  }),
  response: z.object({ content: z.string() }),
});

/** Path of a file to write. A file upload is a separate part, named content. */
export const WrittenPlace = z.strictObject(Place);

export const writeBoxFile = defineEndpoint({
  ...change,
  method: "POST",
  name: "writeBoxFile",
  path: "/api/v1/boxes/{boxId}/fs/write",
  summary: "Write a file, replacing an existing one, and create missing parent folders",
  timeoutMs: 10 * 60_000,
  multipart: true,
  body: WrittenPlace.extend({
    content: z
      .string()
      .describe(`Text of at most ${BOX_FILE_LIMITS.textBytes} bytes, or a file of at most 1 GiB as a separate part`),
  }),
  response: BoxFile,
});

export const renameBoxFile = defineEndpoint({
  ...change,
  method: "POST",
  name: "renameBoxFile",
  path: "/api/v1/boxes/{boxId}/fs/rename",
  summary: "Rename or move a file or folder; rejected if the new path exists",
  body: z.strictObject({ oldPath: Place.path, newPath: Place.path, workingDir: Place.workingDir }),
  response: BoxFile,
  errors: ["file_exists"],
});

export const removeBoxFile = defineEndpoint({
  ...change,
  method: "DELETE",
  name: "removeBoxFile",
  path: "/api/v1/boxes/{boxId}/fs",
  summary: "Delete a file, or a folder and its content",
  body: z.strictObject(Place),
  response: z.object({ message: z.string() }),
});
