import { Children, type ReactNode } from "react";
import { translate } from "./language.ts";
import type { MESSAGES } from "./zh/messages.ts";

/**
 * An English text of the console, the key of its translations. The Chinese texts are complete and thus list all texts:
 * one without Chinese does not compile.
 */
export type Message = keyof typeof MESSAGES;

/** Names of a message's placeholders. */
type Places<M extends string> = M extends `${string}{${infer Place}}${infer Rest}` ? Place | Places<Rest> : never;

/** A message without placeholders, for constants that are translated where they are displayed. */
export type Label = { [M in Message]: [Places<M>] extends [never] ? M : never }[Message];

type Values<M extends string, Value> = [Places<M>] extends [never] ? [] : [Record<Places<M>, Value>];

const PLACE = /\{(\w+)\}/;

/** Splits a message: texts at even indexes, placeholder values at odd ones. */
function fill<Value>(text: string, values: Readonly<Record<string, Value>>): (string | Value | undefined)[] {
  return text.split(PLACE).map((piece, index) => (index % 2 === 0 ? piece : values[piece]));
}

/** Returns a message in the current language, with values for its placeholders. */
export function t<const M extends Message>(message: M, ...[values]: Values<M, string | number>): string {
  const text = translate(message);
  return values === undefined ? text : fill(text, values).join("");
}

/** Returns a message in the current language, with elements for its placeholders. */
export function rich<const M extends Message>(message: M, ...[values]: Values<M, ReactNode>): ReactNode {
  const nodes: Readonly<Record<string, ReactNode>> = values ?? {};
  return Children.toArray(fill(translate(message), nodes));
}
