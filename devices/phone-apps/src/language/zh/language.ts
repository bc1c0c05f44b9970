import type { LanguageDefinition } from "@terrarium/phone-ui/services/language";

const WEEKDAYS = "日一二三四五六";

export const language: LanguageDefinition = {
  tag: "zh-CN",
  name: "简体中文",
  locale: "zh-CN",
  formatDay(day, length) {
    const weekday = (length === "long" ? "星期" : "周") + WEEKDAYS.charAt(day.getDay());
    return `${day.getMonth() + 1}月${day.getDate()}日${weekday}`;
  },
};
