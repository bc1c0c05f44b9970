// @vitest-environment happy-dom
import { afterAll, beforeEach, expect, test } from "vitest";
import { chooseLanguage, currentLanguage, perLanguage, translate } from "./language.ts";
import { rich, t } from "./text.ts";

beforeEach(() => chooseLanguage("en"));
afterAll(() => chooseLanguage("en"));

test("shows English texts as in the sources", () => {
  expect(t("Copy ID")).toBe("Copy ID");
  expect(t("{count} min ago", { count: 5 })).toBe("5 min ago");
});

test("shows and remembers Chinese once chosen, and sets the page's language", async () => {
  await chooseLanguage("zh");
  expect(t("{count} min ago", { count: 5 })).toBe("5 分钟前");
  expect(localStorage.getItem("language")).toBe("zh");
  expect(document.documentElement.lang).toBe("zh-CN");
});

test("the last of two choices wins, however long the first takes", async () => {
  const first = chooseLanguage("zh");
  await chooseLanguage("en");
  await first;
  expect(currentLanguage()).toBe("en");
  expect(localStorage.getItem("language")).toBe("en");
});

test("braces inside a value are not placeholders", () => {
  expect(t('Type the team name "{name}" to confirm', { name: "{name} {count}" })).toBe(
    'Type the team name "{name} {count}" to confirm',
  );
});

test("places an element as each language requires", async () => {
  const pieces = (node: unknown) => (Array.isArray(node) ? node.map(String) : [node]);
  expect(pieces(rich("{amount} used this month", { amount: "$1" }))).toEqual(["", "$1", " used this month"]);
  await chooseLanguage("zh");
  expect(pieces(rich("{amount} used this month", { amount: "$1" }))).toEqual(["本月已用 ", "$1", ""]);
});

test("shows a text without a translation unchanged", async () => {
  await chooseLanguage("zh");
  expect(translate("ada's Team")).toBe("ada's Team");
});

test("creates one formatter per language", async () => {
  const made: string[] = [];
  const format = perLanguage((locale) => (made.push(locale), new Intl.NumberFormat(locale)));
  for (const language of ["en", "zh", "en"] as const) {
    await chooseLanguage(language);
    format().format(1);
  }
  expect(made).toEqual(["en-US", "zh-CN"]);
});
