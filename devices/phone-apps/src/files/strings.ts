import { FileError, type FileErrorCode } from "@terrarium/device-files/file-error";
import type { FileKind } from "./file-kinds.ts";
import { IntoItselfError, type NameProblem } from "./file-operations.ts";
import type { SortOrder } from "./folder-listing.ts";

interface FilesStrings {
  files: string;
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
  binary: string;
  noViewer: string;
  names: Readonly<Record<NameProblem, string>>;
  intoItself: string;
  errors: Partial<Readonly<Record<FileErrorCode, string>>>;
}

const en: FilesStrings = {
  files: "Files",
  storage: "Internal storage",
  used: (used, total) => `${used} of ${total} used`,
  search: "Search",
  searchIn: (folder) => `Search in ${folder}`,
  nothingFound: (query) => `No items match “${query}”`,
  nothingFoundHint: "Try part of the name.",
  emptyFolder: "This folder is empty",
  emptyFolderHint: "Tap + to create a folder, or add files with adb push.",
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
  binary: "Can’t show this file because it is not text. You can copy or move it, or pull it with adb.",
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

const zh: FilesStrings = {
  files: "文件",
  storage: "内部存储空间",
  used: (used, total) => `已使用 ${used}，共 ${total}`,
  search: "搜索",
  searchIn: (folder) => `在“${folder}”中搜索`,
  nothingFound: (query) => `没有与“${query}”匹配的内容`,
  nothingFoundHint: "试试名称的一部分。",
  emptyFolder: "此文件夹为空",
  emptyFolderHint: "点按 + 新建文件夹，或用 adb push 放入文件。",
  newFolder: "新建文件夹",
  name: "名称",
  create: "创建",
  rename: "重命名",
  copy: "复制",
  move: "移动",
  delete: "删除",
  cancel: "取消",
  selectAll: "全选",
  details: "详细信息",
  more: "更多选项",
  listView: "列表视图",
  gridView: "网格视图",
  sortBy: "排序方式",
  orders: { name: "名称", date: "修改时间", size: "大小", kind: "类型" },
  showHidden: "显示隐藏文件",
  selected: (count) => `已选择 ${count} 项`,
  pasteCopy: (count) => `将 ${count} 项复制到此处`,
  pasteMove: (count) => `将 ${count} 项移动到此处`,
  deleteTitle: (count) => `要删除 ${count} 项吗？`,
  deleteText: (names, more) => `“${names}”${more === 0 ? "" : `及另外 ${more} 项`}将被永久删除。`,
  working: "正在处理…",
  done: {
    copied: (count) => `已复制 ${count} 项`,
    moved: (count) => `已移动 ${count} 项`,
    deleted: (count) => `已删除 ${count} 项`,
  },
  items: (count) => `${count} 项`,
  kinds: {
    folder: "文件夹",
    image: "图片",
    text: "文本",
    audio: "音频",
    video: "视频",
    archive: "压缩文件",
    apk: "应用安装包",
    other: "文件",
  },
  where: "位置",
  size: "大小",
  kind: "类型",
  changed: "修改时间",
  cutOff: (shown, total) => `显示前 ${shown}（共 ${total}）`,
  binary: "此文件不是文本，无法显示。您可以复制或移动它，或用 adb pull 取出。",
  noViewer: "没有可打开此文件的应用",
  names: {
    empty: "请输入名称",
    slash: "名称不能包含“/”",
    dots: "“.”和“..”是保留名称",
    long: "名称太长",
    control: "名称不能包含换行符或控制字符",
  },
  intoItself: "无法将文件夹复制或移动到其自身中",
  errors: {
    ENOENT: "此内容已不存在",
    EEXIST: "已存在同名内容",
    ENOSPC: "存储空间不足",
    EACCES: "此处不允许此操作",
    EROFS: "此文件夹为只读",
    ENAMETOOLONG: "名称太长",
    ENOTEMPTY: "文件夹不为空",
    EINVAL: "名称无效",
  },
};

export const FILES_STRINGS = { en, zh };

/** Returns a description of the error for the user. */
export function explain(error: unknown, strings: FilesStrings): string {
  if (error instanceof IntoItselfError) return strings.intoItself;
  if (error instanceof FileError) return strings.errors[error.code] ?? error.text;
  return error instanceof Error ? error.message : String(error);
}
