import { useStrings } from "../services/strings.ts";

const STRINGS = {
  en: {
    back: "Back",
    close: "Close",
    cancel: "Cancel",
    clear: "Clear",
    more: "More options",
    showPassword: "Show password",
  },
  zh: { back: "返回", close: "关闭", cancel: "取消", clear: "清除", more: "更多选项", showPassword: "显示密码" },
};

/** Returns the texts of the widgets themselves. */
export function useKitStrings(): (typeof STRINGS)["en"] {
  return useStrings(STRINGS);
}
