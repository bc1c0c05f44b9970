import { expect, test } from "vitest";
import { translationOf } from "../translation.ts";
import { AUDIT_ACTIONS } from "./audit.ts";
import { MESSAGES } from "./messages.ts";
import { ERROR_TEXTS } from "./server.ts";
import { TEXTS } from "./texts.ts";

const serverText = translationOf(TEXTS);

/** Exports of the files with the console's texts. */
const TABLES = Object.values(
  import.meta.glob<Record<string, object>>(["./*.ts", "!./*.test.ts", "!./{language,messages,server,texts}.ts"], {
    eager: true,
  }),
).flatMap((file) => Object.values(file));

test("no text is translated twice", () => {
  const texts = TABLES.filter((table) => table !== AUDIT_ACTIONS).flatMap((table) => Object.keys(table));
  expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  expect(texts.toSorted()).toEqual(Object.keys(MESSAGES).toSorted());
});

test("the audit log and the pages share their translations", () => {
  const words = new Map<string, string>(Object.entries(MESSAGES));
  const others = Object.entries(AUDIT_ACTIONS).filter(([text, chinese]) => (words.get(text) ?? chinese) !== chinese);
  expect(others).toEqual([]);
});

const TRANSLATIONS = [MESSAGES, AUDIT_ACTIONS, ERROR_TEXTS].flatMap((catalogue) => Object.values(catalogue));

test("a sandbox has a single name in Chinese", () => {
  expect(TRANSLATIONS.filter((text) => text.includes("沙盒"))).toEqual([]);
});

/** Placeholders filled with Chinese words. */
const CHINESE_PLACES = /\{(action|roles|terms|privacy)\}|\{name\}(?=套餐)/g;

test("Chinese and Latin words are separated, with Chinese punctuation", () => {
  const wrong = TRANSLATIONS.filter((text) =>
    /\p{Script=Han}[\w${]|[\w}%]\p{Script=Han}|\p{Script=Han}[,.:;!?()"]|\.\.\./u.test(
      text.replaceAll(CHINESE_PLACES, "词"),
    ),
  );
  expect(wrong).toEqual([]);
});

test("every error contains Chinese", () => {
  expect(Object.values(ERROR_TEXTS).filter((text) => !/\p{Script=Han}/u.test(text))).toEqual([]);
});

test("translates a server text inside an error", () => {
  expect(serverText("Sandbox sbx_1 is not running: its lifetime is over")).toBe("沙箱 sbx_1 未在运行：生存时间已到");
  expect(serverText("constructor")).toBeUndefined();
  expect(serverText("Something that no version of the server says")).toBeUndefined();
});
