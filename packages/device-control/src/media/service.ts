import path from "node:path";
import { unescape } from "node:querystring";
import type { Readable } from "node:stream";
import type { BoxFile } from "@terrarium/contract/box-files";
import { MEDIA_TYPES, type MediaAlbum, type MediaItem } from "@terrarium/contract/box-media";
import { AppError } from "@terrarium/platform/base/app-error";
import type { Caller } from "@terrarium/platform/base/caller";
import type { BoxFileService } from "../files/service.ts";

/**
 * Android's folders of photos and videos: media are in these and in their subfolders. New albums go to the last one.
 */
const ROOTS = ["/sdcard/DCIM", "/sdcard/Pictures"] as const;
const [, NEW_ALBUMS] = ROOTS;

/** Photos and videos during an upload to an album. */
export interface MediaUpload {
  /** Copies one to the device. Throws invalid_request for other files. */
  take(name: string, content: Readable): Promise<void>;
  /** Copies the file at an http or https URL to the device, under the URL's last name. Throws as `fetchFile` does. */
  takeFrom(address: string): Promise<void>;
  /**
   * Moves all of them to an album. `isNew`: creates the album, which must not exist. Throws file_exists,
   * file_not_found.
   */
  finish(album: string, isNew: boolean): Promise<MediaAlbum>;
  /** Removes the temporary files. */
  cancel(): Promise<void>;
}

/**
 * Albums of devices. All methods throw as `requireDevice` does; those for an album or its media throw file_not_found.
 */
export interface BoxMediaService {
  albums(caller: Caller, boxId: string): Promise<MediaAlbum[]>;
  album(caller: Caller, boxId: string, album: string): Promise<MediaAlbum>;
  beginUpload(caller: Caller, boxId: string): MediaUpload;
  /** Throws file_refused for the folders of all albums. */
  removeAlbum(caller: Caller, boxId: string, album: string): Promise<void>;
  media(caller: Caller, boxId: string, album: string): Promise<MediaItem[]>;
  item(caller: Caller, boxId: string, album: string, name: string): Promise<MediaItem>;
  open(caller: Caller, boxId: string, album: string, name: string): Promise<Readable>;
  removeItem(caller: Caller, boxId: string, album: string, name: string): Promise<void>;
}

interface Album extends MediaAlbum {
  media: MediaItem[];
}

export interface BoxMediaParts {
  boxFiles: BoxFileService;
  fetchFile: (address: string, boxId: string) => Promise<Readable>;
}

export function createBoxMediaService({ boxFiles, fetchFile }: BoxMediaParts): BoxMediaService {
  /** Returns all albums with their media. If two have the same name, returns the one in DCIM. */
  async function read(caller: Caller, boxId: string): Promise<Map<string, Album>> {
    const albums = new Map<string, Album>();
    for (const root of ROOTS) {
      const found = await boxFiles.find(caller, boxId, { path: root });
      if (found?.type !== "dir") continue;
      const files = await boxFiles.list(caller, boxId, { path: root }, 2);
      const folders = [found, ...files.filter(({ type, name }) => type === "dir" && !name.startsWith("."))];
      for (const folder of folders.filter(({ path: at }) => at === root || path.posix.dirname(at) === root)) {
        const media = files.filter((file) => path.posix.dirname(file.path) === folder.path).flatMap(toItem);
        const isEmptyRoot = folder === found && media.length === 0;
        if (isEmptyRoot || albums.has(folder.name)) continue;
        const { name, path: at, lastModified } = folder;
        albums.set(name, { name, path: at, lastModified, mediaCount: media.length, media });
      }
    }
    return albums;
  }

  async function requireAlbum(caller: Caller, boxId: string, name: string): Promise<Album> {
    const album = (await read(caller, boxId)).get(name);
    if (!album) throw new AppError("file_not_found", { path: name });
    return album;
  }

  async function requireItem(caller: Caller, boxId: string, album: string, name: string): Promise<MediaItem> {
    const { media } = await requireAlbum(caller, boxId, album);
    const item = media.find((each) => each.name === name);
    if (!item) throw new AppError("file_not_found", { path: `${album}/${name}` });
    return item;
  }

  return {
    albums: async (caller, boxId) => [...(await read(caller, boxId)).values()].map(withoutMedia),

    album: async (caller, boxId, name) => withoutMedia(await requireAlbum(caller, boxId, name)),

    beginUpload(caller, boxId) {
      const waiting: { name: string; upload: Awaited<ReturnType<BoxFileService["beginUpload"]>> }[] = [];
      const take = async (name: string, open: () => Promise<Readable>) => {
        if (mediaType(name) === undefined || name.startsWith("."))
          throw new AppError("invalid_request", { detail: `${name}: is neither a photo nor a video, by its name` });
        const upload = await boxFiles.beginUpload(caller, boxId);
        waiting.push({ name, upload });
        // Last, because from then on the device must close the opened stream.
        await upload.take(await open());
      };
      return {
        take: (name, content) => take(name, async () => content),
        takeFrom: (address) => take(nameAt(address), () => fetchFile(address, boxId)),
        async finish(album, isNew) {
          const known = (await read(caller, boxId)).get(album);
          if (isNew && known) throw new AppError("file_exists", { path: known.path });
          if (!isNew && !known) throw new AppError("file_not_found", { path: album });
          const folder = known?.path ?? path.posix.join(NEW_ALBUMS, album);
          await boxFiles.makeFolder(caller, boxId, { path: folder });
          const files: string[] = [];
          // If one is rejected, the files not yet moved must still be removed.
          for (let next = waiting[0]; next; next = waiting[0]) {
            const file = path.posix.join(folder, next.name);
            await next.upload.finish({ path: file });
            waiting.shift();
            files.push(file);
          }
          await boxFiles.tellMedia(caller, boxId, files);
          return withoutMedia(await requireAlbum(caller, boxId, album));
        },
        cancel: async () => void (await Promise.all(waiting.map(({ upload }) => upload.cancel()))),
      };
    },

    async removeAlbum(caller, boxId, name) {
      const album = await requireAlbum(caller, boxId, name);
      if (ROOTS.some((root) => root === album.path))
        throw new AppError("file_refused", { path: album.path, detail: "it contains the other albums" });
      await boxFiles.remove(caller, boxId, { path: album.path });
      await boxFiles.tellMedia(
        caller,
        boxId,
        album.media.map((item) => item.path),
      );
    },

    media: async (caller, boxId, album) => (await requireAlbum(caller, boxId, album)).media,

    item: requireItem,

    async open(caller, boxId, album, name) {
      const item = await requireItem(caller, boxId, album, name);
      return boxFiles.open(caller, boxId, { path: item.path });
    },

    async removeItem(caller, boxId, album, name) {
      const item = await requireItem(caller, boxId, album, name);
      await boxFiles.remove(caller, boxId, { path: item.path });
      await boxFiles.tellMedia(caller, boxId, [item.path]);
    },
  };
}

const withoutMedia = ({ name, path: at, mediaCount, lastModified }: Album): MediaAlbum => ({
  name,
  path: at,
  mediaCount,
  lastModified,
});

/** Returns the last name in a URL, or the whole text if it is not a URL. */
function nameAt(address: string): string {
  if (!URL.canParse(address)) return address;
  return unescape(new URL(address).pathname.split("/").at(-1) ?? "").replaceAll("/", "_");
}

function mediaType(name: string): Pick<MediaItem, "type" | "mimeType"> | undefined {
  const extension = path.posix.extname(name).slice(1).toLowerCase();
  for (const type of ["photo", "video"] as const) {
    const mimeType = Object.entries(MEDIA_TYPES[type]).find(([each]) => each === extension)?.[1];
    if (mimeType !== undefined) return { type, mimeType };
  }
  return undefined;
}

function toItem(file: BoxFile): MediaItem[] {
  const type = mediaType(file.name);
  if (file.type !== "file" || type === undefined) return [];
  const { name, path: at, size, lastModified } = file;
  return [{ name, path: at, size, lastModified, ...type }];
}
