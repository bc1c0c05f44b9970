import { AUDIT_ACTIONS } from "./audit.ts";
import { MESSAGES } from "./messages.ts";
import { serverText } from "./server.ts";

const TEXTS: Readonly<Record<string, string>> = { ...MESSAGES, ...AUDIT_ACTIONS };

/** Translates an English text to Chinese. Returns undefined if it has no translation. */
export const inChinese = (text: string): string | undefined =>
  Object.hasOwn(TEXTS, text) ? TEXTS[text] : serverText(text);
