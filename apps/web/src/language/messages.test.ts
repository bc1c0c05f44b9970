import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { OTHER_ACTION_WORDS, TEAM_ACTION_WORDS } from "@terrarium/contract/audit-words";
import { isChange } from "@terrarium/contract/endpoint";
import { type ErrorCode, ERRORS } from "@terrarium/contract/errors";
import { contractEndpoints } from "@terrarium/contract/reflection/contract-exports";
import { parseSync } from "vite";
import { describe, expect, test } from "vitest";
import type { LanguageDefinition } from "./language-definition.ts";
import { translationOf } from "./translation.ts";
import { MESSAGES } from "./zh/messages.ts";
import { SERVER_PATTERNS, SERVER_WORDS } from "./zh/server.ts";

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

const placesOf = (text: string): string[] =>
  Array.from(text.matchAll(/\{(\w+)\}/g), ([, place = ""]) => place).toSorted();

/** Languages other than that of the sources. */
const TRANSLATED = Object.entries(
  import.meta.glob<LanguageDefinition>("./*/language.ts", { eager: true, import: "language" }),
).flatMap(([file, { load }]) => (load === undefined ? [] : [{ file, load }]));
const ACTIONS: readonly string[] = [...Object.values(TEAM_ACTION_WORDS), ...Object.values(OTHER_ACTION_WORDS)];

describe.each(TRANSLATED)("the language of $file", async ({ load }) => {
  const { TEXTS: texts } = await load();
  const translate = translationOf(texts);

  test("lacks no text", () => {
    const patterns = new Set(texts.serverPatterns.map(({ english }) => english.source));
    const lacking = {
      messages: Object.keys(MESSAGES).filter((message) => translate(message) === undefined),
      actions: ACTIONS.filter((action) => translate(action) === undefined),
      errors: Object.keys(ERRORS).filter((code) => !Object.hasOwn(texts.errors, code)),
      serverWords: Object.keys(SERVER_WORDS).filter((text) => !Object.hasOwn(texts.serverWords, text)),
      serverPatterns: SERVER_PATTERNS.map(({ english }) => english.source).filter((each) => !patterns.has(each)),
    };
    expect(lacking).toEqual({ messages: [], actions: [], errors: [], serverWords: [], serverPatterns: [] });
  });

  test("has texts only for known English ones", () => {
    const known = new Set([...Object.keys(MESSAGES), ...ACTIONS]);
    const written = Object.keys({ ...texts.messages, ...texts.actions });
    expect(written.filter((text) => !known.has(text))).toEqual([]);
  });

  test("keeps the placeholders of each text", () => {
    const changed = Object.entries(texts.messages).filter(
      ([message, translation]) => placesOf(translation).join() !== placesOf(message).join(),
    );
    expect(changed).toEqual([]);
  });

  test.each(Object.entries(texts.errors))("keeps the placeholders of the error %s", (code, translation) => {
    const named: string[] = [];
    const context = new Proxy({}, { get: (_, name) => (named.push(String(name)), `<${String(name)}>`) });
    const shown = translate(ERRORS[code as ErrorCode].message(context));
    expect(placesOf(translation)).toEqual(named.toSorted());
    for (const name of named) expect(shown).toContain(`<${name}>`);
  });
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
