import { createLanguage } from "./language.ts";

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
const SHORT_LENGTH = 3;

/** The language of the sources, and thus of the texts in place. */
export const ENGLISH = createLanguage(
  {
    tag: "en-US",
    name: "English (United States)",
    locale: "en-GB",
    formatDay(day, length) {
      const name = (names: readonly string[], index: number): string =>
        (names[index] ?? "").slice(0, length === "long" ? undefined : SHORT_LENGTH);
      return `${name(WEEKDAYS, day.getDay())} ${day.getDate()} ${name(MONTHS, day.getMonth())}`;
    },
  },
  () => [],
);
