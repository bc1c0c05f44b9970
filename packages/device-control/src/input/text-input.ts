import type { DeviceSession } from "../device/device-session.ts";
import { shellQuote } from "../device/shell-quote.ts";

/**
 * Returns whether Android's `input text` types the text unchanged. It supports only the keys of an American keyboard,
 * fails with a NullPointerException on others, and types %s as a space (AOSP InputShellCommand.sendText;
 * KeyCharacterMap.getEvents returns null).
 */
export const isPlainText = (text: string): boolean => /^[\x20-\x7e\n]*$/.test(text) && !text.includes("%s");

/** Splits %s into two separately typed parts, because `input text` types it as a space. */
const WITHIN_SPACE_SIGN = /(?<=%)(?=s)/;

/** Types a text unchanged, even with %s. */
export async function typeAsItStands(session: Pick<DeviceSession, "typeText">, text: string): Promise<void> {
  for (const part of text.split(WITHIN_SPACE_SIGN)) if (part !== "") await session.typeText(part);
}

/** Returns the command line that types a text with `input text`. */
export const typeCommand = (text: string): string => `input text ${shellQuote(text)}`;
