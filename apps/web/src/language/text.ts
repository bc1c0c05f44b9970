import { Children, type ReactNode } from "react";
import type { MESSAGES } from "./chinese/messages.ts";
import { translate } from "./language.ts";

/** An English text of the console. The catalogues have it as their key, so one without a translation does not compile. */
type Message = keyof typeof MESSAGES;

/** What stands in braces in a message. */
type Places<M extends string> = M extends `${string}{${infer Place}}${infer Rest}` ? Place | Places<Rest> : never;

/** A message without places: what constants hold that are translated where they are shown. */
export type Label = { [M in Message]: [Places<M>] extends [never] ? M : never }[Message];

type Values<M extends string, Value> = [Places<M>] extends [never] ? [] : [Record<Places<M>, Value>];

const PLACE = /\{(\w+)\}/;

/** Pieces of a message: texts at even places, what stands between them at odd ones. */
function fill<Value>(text: string, values: Readonly<Record<string, Value>>): (string | Value | undefined)[] {
  return text.split(PLACE).map((piece, index) => (index % 2 === 0 ? piece : values[piece]));
}

/** A message in the language that is shown, with values for its places. */
export function t<const M extends Message>(message: M, ...[values]: Values<M, string | number>): string {
  const text = translate(message);
  return values === undefined ? text : fill(text, values).join("");
}

/** A message in the language that is shown, with elements at its places. */
export function rich<const M extends Message>(message: M, ...[values]: Values<M, ReactNode>): ReactNode {
  const nodes: Readonly<Record<string, ReactNode>> = values ?? {};
  return Children.toArray(fill(translate(message), nodes));
}
