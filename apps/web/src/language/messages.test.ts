import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { OTHER_ACTION_WORDS, TEAM_ACTION_WORDS } from "@terrarium/contract/audit-words";
import { isChange } from "@terrarium/contract/endpoint";
import { ERRORS } from "@terrarium/contract/errors";
import { contractEndpoints } from "@terrarium/contract/testing/contract-exports";
import { parseSync } from "vite";
import { expect, test } from "vitest";
import { AUDIT_ACTIONS, AUDIT_WORDS } from "./chinese/audit.ts";
import { DEVICE } from "./chinese/device.ts";
import { MESSAGES } from "./chinese/messages.ts";
import { MONEY } from "./chinese/money.ts";
import { SANDBOXES } from "./chinese/sandboxes.ts";
import { ERROR_TEXTS, serverText } from "./chinese/server.ts";
import { SHARED } from "./chinese/shared.ts";
import { SIGN_IN } from "./chinese/sign-in.ts";
import { SNAPSHOTS } from "./chinese/snapshots.ts";
import { TEAM } from "./chinese/team.ts";
import { WEBHOOKS } from "./chinese/webhooks.ts";

/** Attributes visible or announced to users. */
const READ =
  /^(aria-label|alt|containerAriaLabel|confirmLabel|description|documentTitle|error|hint|label|message|placeholder|text|title)$/;
/** Names, units and examples that are the same in every language. */
const SAME =
  /^(404|CPU ·|Enter|Esc|GitHub|Google|MB|Tab|Terrarium|fps|https:\/\/example\.com\/hooks|ms|trm_…|[0-9A-Z]{4}(-[0-9A-Z]{4}){3})$/;
const hasWords = (text: string): boolean => /\p{L}/u.test(text) && !SAME.test(text.trim());

interface Found {
  /** All strings, because constants may hold translated texts. */
  strings: Set<string>;
  /** Displayed texts that are not translated. */
  bare: string[];
}

interface Node {
  type: string;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;

/** Returns the text of a string or template literal, and undefined for other values. */
function textOf(value: unknown): string | undefined {
  if (!isNode(value)) return undefined;
  if (value.type === "Literal") return typeof value.value === "string" ? value.value : undefined;
  if (value.type !== "TemplateLiteral" || !Array.isArray(value.quasis)) return undefined;
  return value.quasis.map((quasi: { value: { cooked: string } }) => quasi.value.cooked).join("");
}

const unwrapped = (value: unknown): unknown =>
  isNode(value) && value.type === "JSXExpressionContainer" ? value.expression : value;

function collect(value: unknown, file: string, found: Found): void {
  if (Array.isArray(value)) for (const item of value) collect(item, file, found);
  if (!isNode(value)) return;
  const text = textOf(value);
  if (text !== undefined) found.strings.add(text);
  const read: unknown[] = [];
  if (value.type === "JSXText") read.push({ type: "Literal", value: value.value });
  if (value.type === "JSXAttribute" && isNode(value.name) && READ.test(String(value.name.name)))
    read.push(unwrapped(value.value));
  if (value.type === "CallExpression" && isNode(value.callee) && isNode(value.callee.object)) {
    if (value.callee.object.name === "toast") read.push((value.arguments as unknown[])[0]);
  }
  if (
    value.type === "Property" &&
    isNode(value.key) &&
    value.key.name === "description" &&
    textOf(value.value)?.includes(" ")
  )
    read.push(value.value);
  for (const words of read.map(textOf))
    if (words !== undefined && hasWords(words)) found.bare.push(`${file}: ${words}`);
  for (const child of Object.values(value)) if (typeof child === "object") collect(child, file, found);
}

const found: Found = { strings: new Set(), bare: [] };
const WEB = path.join(import.meta.dirname, "..");
for (const file of globSync("**/*.{ts,tsx}", { cwd: WEB, exclude: ["language/**", "**/*.test.*"] }))
  collect(parseSync(file, readFileSync(path.join(WEB, file), "utf8")).program, file, found);

// The types ensure that every message has a translation: see `Message` in text.ts.

test("all displayed texts are translated", () => {
  expect(found.bare).toEqual([]);
});

test("no translation is unused", () => {
  expect(Object.keys(MESSAGES).filter((message) => !found.strings.has(message))).toEqual([]);
});

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

const placesOf = (text: string): string[] =>
  Array.from(text.matchAll(/\{(\w+)\}/g), ([, place = ""]) => place).toSorted();

test.each(Object.entries(MESSAGES))("%s keeps its places", (message, translation) => {
  expect(placesOf(translation)).toEqual(placesOf(message));
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

test.each(Object.entries(ERRORS))("the error %s is told in Chinese, with what it names", (code, { message }) => {
  const named: string[] = [];
  const context = new Proxy({}, { get: (_, name) => (named.push(String(name)), `<${String(name)}>`) });
  const chinese = serverText(message(context));
  expect(chinese).toMatch(/\p{Script=Han}/u);
  expect(placesOf(ERROR_TEXTS[code as keyof typeof ERRORS])).toEqual(named.toSorted());
  for (const name of named) expect(chinese).toContain(`<${name}>`);
});

test("translates a server text inside an error", () => {
  expect(serverText("Sandbox sbx_1 is not running: its lifetime is over")).toBe("沙箱 sbx_1 未在运行：生存时间已到");
  expect(serverText("constructor")).toBeUndefined();
  expect(serverText("Something that no version of the server says")).toBeUndefined();
});

test("every audited call has a description", async () => {
  const calls = (await contractEndpoints()).filter(isChange);
  // The other calls belong to no team, or to none that is known.
  const isOfTeam = ({ name, tag }: (typeof calls)[number]) =>
    tag !== "auth" && tag !== "user" && name !== "stripeWebhook";
  const namesOf = (some: typeof calls) => [...new Set(some.map(({ name }) => name))].toSorted();
  expect(Object.keys(TEAM_ACTION_WORDS).toSorted()).toEqual(namesOf(calls.filter(isOfTeam)));
  expect(Object.keys(OTHER_ACTION_WORDS).toSorted()).toEqual(namesOf(calls.filter((call) => !isOfTeam(call))));
});
