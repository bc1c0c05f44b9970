import { expect, test } from "vitest";
import { translationOf } from "../translation.ts";
import { AUDIT_ACTIONS, AUDIT_WORDS } from "./audit.ts";
import { DEVICE } from "./device.ts";
import { MESSAGES } from "./messages.ts";
import { MONEY } from "./money.ts";
import { SANDBOXES } from "./sandboxes.ts";
import { ERROR_TEXTS } from "./server.ts";
import { SHARED } from "./shared.ts";
import { SIGN_IN } from "./sign-in.ts";
import { SNAPSHOTS } from "./snapshots.ts";
import { TEAM } from "./team.ts";
import { TEXTS } from "./texts.ts";
import { WEBHOOKS } from "./webhooks.ts";

const serverText = translationOf(TEXTS);

test("no text is translated twice", () => {
  const texts = [AUDIT_WORDS, DEVICE, MONEY, SANDBOXES, SHARED, SIGN_IN, SNAPSHOTS, TEAM, WEBHOOKS].flatMap((table) =>
    Object.keys(table),
  );
  expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  expect(texts).toHaveLength(Object.keys(MESSAGES).length);
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
