import { translation } from "@terrarium/phone-ui/services/language";
import { TERMINAL_STRINGS } from "../../terminal/strings.ts";

export const TERMINAL = translation(TERMINAL_STRINGS, {
  appName: "终端",
  tab: (number) => `会话 ${number}`,
  newTab: "新建会话",
  closeTab: (number) => `关闭会话 ${number}`,
  more: "更多选项",
  paste: "粘贴",
  copyLine: "复制此行",
  copyScreen: "复制屏幕",
  copyAll: "复制全部",
  copied: "已复制",
  larger: "放大文字",
  smaller: "缩小文字",
  clear: "清除回滚内容",
  input: "终端输入",
  ended: (code) => `Shell 已退出，退出码 ${code}。`,
  restart: "重新启动",
  left: "左",
  right: "右",
  up: "上",
  down: "下",
});
