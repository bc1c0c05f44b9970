import {
  mdiAndroid,
  mdiFileDocumentOutline,
  mdiFileOutline,
  mdiFilmstrip,
  mdiFolder,
  mdiImageOutline,
  mdiMusicNote,
  mdiZipBoxOutline,
} from "@mdi/js";
import { mimeTypeOf } from "@terrarium/device-files/mime-types";

export type FileKind = "folder" | "image" | "text" | "audio" | "video" | "archive" | "apk" | "other";

export const KIND_ICONS: Readonly<Record<FileKind, string>> = {
  folder: mdiFolder,
  image: mdiImageOutline,
  text: mdiFileDocumentOutline,
  audio: mdiMusicNote,
  video: mdiFilmstrip,
  archive: mdiZipBoxOutline,
  apk: mdiAndroid,
  other: mdiFileOutline,
};

/** Returns a file's kind by its name. */
export function kindOfFile(name: string): FileKind {
  const type = mimeTypeOf(name) ?? "";
  if (type === "image/svg+xml" || type === "application/json" || type.startsWith("text/")) return "text";
  const group = type.split("/")[0];
  if (group === "image" || group === "audio" || group === "video") return group;
  if (type === "application/vnd.android.package-archive") return "apk";
  if (/zip|tar/.test(type)) return "archive";
  return "other";
}
