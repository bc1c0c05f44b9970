import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { Empty, SandboxId, Timestamp } from "./fields.ts";
import { MEDIA_LIMITS } from "./limits.ts";

/** Media types of photos and videos, by file extension. */
export const MEDIA_TYPES = {
  photo: {
    jpg: "image/jpeg",
    jpeg: "image/jpeg",
    png: "image/png",
    gif: "image/gif",
    webp: "image/webp",
    bmp: "image/bmp",
    heic: "image/heic",
  },
  video: { mp4: "video/mp4", webm: "video/webm", mkv: "video/x-matroska", "3gp": "video/3gpp", mov: "video/quicktime" },
} as const;

/** Name of a file or folder: not a path, and not hidden. */
const EntryName = z
  .string()
  .max(MEDIA_LIMITS.nameChars)
  .regex(/^[^./\0][^/\0]*$/, "must be one name that does not begin with a dot");

export const MediaAlbum = z.object({
  name: z.string(),
  path: z.string().describe("On the device"),
  mediaCount: z.number().int(),
  lastModified: Timestamp,
});
export type MediaAlbum = z.infer<typeof MediaAlbum>;

export const MediaItem = z.object({
  name: z.string(),
  path: z.string().describe("On the device"),
  type: z.enum(["photo", "video"]),
  mimeType: z.string(),
  size: z.string().describe("Bytes"),
  lastModified: Timestamp,
});
export type MediaItem = z.infer<typeof MediaItem>;

const BoxParams = z.object({ boxId: SandboxId });
const AlbumParams = BoxParams.extend({ albumName: EntryName });
const MediaParams = AlbumParams.extend({ mediaName: EntryName });
const read = {
  access: "session-or-api-key",
  tag: "box-media",
  right: "files",
  method: "GET",
  timeoutMs: 60_000,
} as const;
/** Actions on a device do not change the team's state. */
const change = { ...read, method: "POST", changesState: false, timeoutMs: 10 * 60_000 } as const;
const media = z
  .string()
  .optional()
  .describe(
    `Photos and videos, each as a separate part or as an address that devices can reach; at most ${MEDIA_LIMITS.files}, of 1 GiB each`,
  );

const albums = "/api/v1/boxes/{boxId}/media/albums";

/** Fields of a new album. */
export const AlbumFields = z.strictObject({ name: EntryName });

export const getBoxMediaSupport = defineEndpoint({
  ...read,
  name: "getBoxMediaSupport",
  path: "/api/v1/boxes/{boxId}/media/support",
  summary: "File extensions of photos and videos",
  params: BoxParams,
  response: z.object({ photo: z.array(z.string()), video: z.array(z.string()) }),
});

export const listBoxAlbums = defineEndpoint({
  ...read,
  name: "listBoxAlbums",
  path: albums,
  summary: "List the device's albums: the folders in DCIM and Pictures",
  params: BoxParams,
  response: z.object({ data: z.array(MediaAlbum) }),
});

export const createBoxAlbum = defineEndpoint({
  ...change,
  name: "createBoxAlbum",
  path: albums,
  summary: "Create an album, optionally with media",
  params: BoxParams,
  multipart: true,
  body: AlbumFields.extend({ media }),
  response: MediaAlbum,
  errors: ["file_exists", "egress_off"],
});

export const getBoxAlbum = defineEndpoint({
  ...read,
  name: "getBoxAlbum",
  path: `${albums}/{albumName}`,
  summary: "One album",
  params: AlbumParams,
  response: MediaAlbum,
});

export const updateBoxAlbum = defineEndpoint({
  ...change,
  method: "PATCH",
  name: "updateBoxAlbum",
  path: `${albums}/{albumName}`,
  summary: "Add media to an album",
  params: AlbumParams,
  multipart: true,
  body: z.strictObject({ media }),
  response: MediaAlbum,
  errors: ["egress_off"],
});

export const deleteBoxAlbum = defineEndpoint({
  ...change,
  method: "DELETE",
  name: "deleteBoxAlbum",
  path: `${albums}/{albumName}`,
  summary: "Delete an album and its content",
  params: AlbumParams,
  response: Empty,
});

export const listBoxMedia = defineEndpoint({
  ...read,
  name: "listBoxMedia",
  path: `${albums}/{albumName}/media`,
  summary: "List the photos and videos of an album",
  params: AlbumParams,
  response: z.object({ data: z.array(MediaItem) }),
});

export const getBoxMedia = defineEndpoint({
  ...read,
  name: "getBoxMedia",
  path: `${albums}/{albumName}/media/{mediaName}`,
  summary: "Details of a photo or video",
  params: MediaParams,
  response: MediaItem,
});

export const downloadBoxMedia = defineEndpoint({
  ...read,
  name: "downloadBoxMedia",
  path: `${albums}/{albumName}/media/{mediaName}/download`,
  summary: "Download a photo or video",
  timeoutMs: 10 * 60_000,
  params: MediaParams,
  response: z.unknown().describe("The file"),
  contentType: "application/octet-stream",
});

export const deleteBoxMedia = defineEndpoint({
  ...change,
  method: "DELETE",
  name: "deleteBoxMedia",
  path: `${albums}/{albumName}/media/{mediaName}`,
  summary: "Delete a photo or video",
  params: MediaParams,
  response: Empty,
});
