import { createLanguage, translation } from "../services/language.ts";
import { SYSTEM_STRINGS } from "../system/system-strings.ts";
import { WIDGET_STRINGS } from "../widgets/strings.ts";

/** Texts of a test's app that has a German name. */
export const FILES_STRINGS = { appName: "Files" };

/** A language for tests, with a few own texts. The languages of phones are in another package. */
export const GERMAN = createLanguage(
  {
    tag: "de-DE",
    name: "Deutsch",
    locale: "de-DE",
    formatDay: (day, length) => `${length === "long" ? "Tag" : "T."} ${day.getDate()}`,
    letterKeys: ["qwertzuiop", "asdfghjkl", "yxcvbnm"],
  },
  () => [
    translation(FILES_STRINGS, { appName: "Dateien" }),
    translation(SYSTEM_STRINGS, { ...SYSTEM_STRINGS, now: "jetzt", clearAll: "Alle löschen", keySpace: "Leertaste" }),
    translation(WIDGET_STRINGS, { ...WIDGET_STRINGS, back: "Zurück", close: "Schließen" }),
  ],
);
