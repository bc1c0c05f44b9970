import { translation } from "@terrarium/phone-ui/services/language";
import { NOTES_STRINGS } from "../../notes/strings.ts";

export const NOTES = translation(NOTES_STRINGS, {
  appName: "记事本",
  count: (count) => (count === 0 ? "" : `${count} 条记事`),
  search: "搜索记事",
  nothingFound: (query) => `没有与“${query}”匹配的记事`,
  nothingFoundHint: "搜索范围包括标题和正文。",
  empty: "还没有记事",
  emptyHint: "点按 + 添加记事。",
  newNote: "新建记事",
  untitled: "图片",
  deleteNote: "删除记事",
  deleteSelected: "删除所选记事",
  selected: (count) => `已选择 ${count} 条`,
  deleted: (count) => `已删除 ${count} 条记事`,
  notSaved: (why) => `无法保存记事：${why}`,
  more: "更多记事",
  undo: "撤消",
  title: "标题",
  note: "正文",
  placeholder: "写点什么",
  words: (count) => `${count} 个词`,
  removePicture: "移除图片",
  openPicture: "打开图片",
  pictureGone: "图片已不存在",
});
