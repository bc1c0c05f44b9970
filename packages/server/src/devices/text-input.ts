import type { DeviceSession } from "./device-session.ts";
import { shellQuote } from "./shell-quote.ts";

/**
 * Whether Android's `input text` types it as it stands: it knows the keys of an American keyboard and ends with a
 * NullPointerException at others, and reads %s as a space (AOSP InputShellCommand.sendText; KeyCharacterMap.getEvents
 * answers null).
 */
export const isPlainText = (text: string): boolean => /^[\x20-\x7e\n]*$/.test(text) && !text.includes("%s");

/** `input text` reads %s as a space: the two are typed one after the other. */
const WITHIN_SPACE_SIGN = /(?<=%)(?=s)/;

/** Types a text of any characters, %s among them. */
export async function typeAsItStands(session: Pick<DeviceSession, "typeText">, text: string): Promise<void> {
  for (const part of text.split(WITHIN_SPACE_SIGN)) if (part !== "") await session.typeText(part);
}

/** The command line that types a text by `input text`. */
export const typeCommand = (text: string): string => `input text ${shellQuote(text)}`;
