import { FileError, type FileErrorCode } from "@terrarium/device-files/file-error";
import type { FileKind } from "../file-kinds.ts";
import { IntoItselfError, type NameProblem } from "./file-operations.ts";
import type { SortOrder } from "./folder-listing.ts";

interface FilesStrings {
  appName: string;
  storage: string;
  used: (used: string, total: string) => string;
  search: string;
  searchIn: (folder: string) => string;
  nothingFound: (query: string) => string;
  nothingFoundHint: string;
  emptyFolder: string;
  emptyFolderHint: string;
  newFolder: string;
  name: string;
  create: string;
  rename: string;
  copy: string;
  move: string;
  delete: string;
  cancel: string;
  selectAll: string;
  details: string;
  more: string;
  listView: string;
  gridView: string;
  sortBy: string;
  orders: Readonly<Record<SortOrder, string>>;
  showHidden: string;
  selected: (count: number) => string;
  pasteCopy: (count: number) => string;
  pasteMove: (count: number) => string;
  deleteTitle: (count: number) => string;
  /** `more` is the number of files without a name in the text. */
  deleteText: (names: string, more: number) => string;
  working: string;
  done: { copied: (count: number) => string; moved: (count: number) => string; deleted: (count: number) => string };
  items: (count: number) => string;
  kinds: Readonly<Record<FileKind, string>>;
  where: string;
  size: string;
  kind: string;
  changed: string;
  cutOff: (shown: string, total: string) => string;
  openPicture: string;
  brokenPicture: string;
  binary: string;
  noViewer: string;
  names: Readonly<Record<NameProblem, string>>;
  intoItself: string;
  errors: Partial<Readonly<Record<FileErrorCode, string>>>;
}

export const FILES_STRINGS: FilesStrings = {
  appName: "Files",
  storage: "Internal storage",
  used: (used, total) => `${used} of ${total} used`,
  search: "Search",
  searchIn: (folder) => `Search in ${folder}`,
  nothingFound: (query) => `No items match “${query}”`,
  nothingFoundHint: "Try part of the name.",
  emptyFolder: "This folder is empty",
  emptyFolderHint: "Tap + to create a folder.",
  newFolder: "New folder",
  name: "Name",
  create: "Create",
  rename: "Rename",
  copy: "Copy",
  move: "Move",
  delete: "Delete",
  cancel: "Cancel",
  selectAll: "Select all",
  details: "Details",
  more: "More options",
  listView: "Show as list",
  gridView: "Show as grid",
  sortBy: "Sort by",
  orders: { name: "Name", date: "Modified", size: "Size", kind: "Type" },
  showHidden: "Show hidden files",
  selected: (count) => `${count} selected`,
  pasteCopy: (count) => (count === 1 ? "Copy 1 item here" : `Copy ${count} items here`),
  pasteMove: (count) => (count === 1 ? "Move 1 item here" : `Move ${count} items here`),
  deleteTitle: (count) => (count === 1 ? "Delete 1 item?" : `Delete ${count} items?`),
  deleteText: (names, more) => `${names}${more === 0 ? "" : ` and ${more} more`} will be permanently deleted.`,
  working: "Working…",
  done: {
    copied: (count) => (count === 1 ? "1 item copied" : `${count} items copied`),
    moved: (count) => (count === 1 ? "1 item moved" : `${count} items moved`),
    deleted: (count) => (count === 1 ? "1 item deleted" : `${count} items deleted`),
  },
  items: (count) => (count === 1 ? "1 item" : `${count} items`),
  kinds: {
    folder: "Folder",
    image: "Picture",
    text: "Text",
    audio: "Audio",
    video: "Video",
    archive: "Archive",
    apk: "App package",
    other: "File",
  },
  where: "Location",
  size: "Size",
  kind: "Type",
  changed: "Modified",
  cutOff: (shown, total) => `Showing the first ${shown} of ${total}`,
  openPicture: "Open picture",
  brokenPicture: "Can’t show this picture",
  binary: "Can’t show this file because it is not text. You can copy or move it.",
  noViewer: "No app can open this file",
  names: {
    empty: "Enter a name",
    slash: "Name can’t contain “/”",
    dots: "“.” and “..” are reserved names",
    long: "Name is too long",
    control: "Name can’t contain line breaks or control characters",
  },
  intoItself: "Can’t copy or move a folder into itself",
  errors: {
    ENOENT: "This item no longer exists",
    EEXIST: "An item with this name already exists",
    ENOSPC: "Not enough storage space",
    EACCES: "This is not allowed here",
    EROFS: "This folder is read-only",
    ENAMETOOLONG: "Name is too long",
    ENOTEMPTY: "Folder is not empty",
    EINVAL: "Name is not valid",
  },
};

/** Returns a description of the error for the user. */
export function explain(error: unknown, strings: FilesStrings): string {
  if (error instanceof IntoItselfError) return strings.intoItself;
  if (error instanceof FileError) return strings.errors[error.code] ?? error.text;
  return error instanceof Error ? error.message : String(error);
}
