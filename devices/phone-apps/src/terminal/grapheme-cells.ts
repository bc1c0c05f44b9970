import { columnsOf } from "@terrarium/phone-system/text-width";
import type { IUnicodeVersionProvider } from "@xterm/headless";

/** States of a cell. They decide which characters may join it. */
const STATES = { nothing: 0, picture: 1, joinedPicture: 2, flagHalf: 3 } as const;

const JOINER = 0x200d;
const PICTURE_SELECTOR = 0xfe0f;
const MARKS = /[\p{Mark}\p{Format}]/u;
const PICTURES = /\p{Extended_Pictographic}/u;
const SKIN_TONES = /\p{Emoji_Modifier}/u;
const FLAG_HALVES = /\p{Regional_Indicator}/u;

/**
 * Decides for xterm if code points share a cell, consistent with readers and the shell. A composed emoji is one cell,
 * two columns wide (Unicode Standard Annex 29).
 */
export const graphemeCells: IUnicodeVersionProvider = {
  version: "graphemes",
  wcwidth: (codePoint) => widthOf(codePoint),
  charProperties(codePoint, preceding) {
    const character = String.fromCodePoint(codePoint);
    const state = stateOf(preceding);
    const before = columnsBefore(preceding);
    if (before > 0) {
      if (state === STATES.picture && codePoint === JOINER) return properties(STATES.joinedPicture, before, true);
      if (state === STATES.picture && (codePoint === PICTURE_SELECTOR || SKIN_TONES.test(character)))
        return properties(STATES.picture, 2, true);
      if (state === STATES.joinedPicture && PICTURES.test(character)) return properties(STATES.picture, 2, true);
      if (state === STATES.flagHalf && FLAG_HALVES.test(character)) return properties(STATES.nothing, 2, true);
      if (MARKS.test(character)) return properties(state, before, true);
    }
    return properties(firstState(character), widthOf(codePoint), false);
  },
};

function firstState(character: string): number {
  if (FLAG_HALVES.test(character)) return STATES.flagHalf;
  return PICTURES.test(character) ? STATES.picture : STATES.nothing;
}

function widthOf(codePoint: number): 0 | 1 | 2 {
  // Only invisible control characters reach this function.
  if (codePoint < 0x20 || (codePoint >= 0x7f && codePoint < 0xa0)) return 0;
  const columns = columnsOf(String.fromCodePoint(codePoint));
  return columns === 2 ? 2 : columns === 0 ? 0 : 1;
}

/** Packs state, width and whether the character joins the previous cell, like xterm's UnicodeService. */
function properties(state: number, columns: number, joins: boolean): number {
  return (state << 3) | (columns << 1) | (joins ? 1 : 0);
}

function stateOf(packed: number): number {
  return packed >> 3;
}

function columnsBefore(packed: number): number {
  return (packed >> 1) & 3;
}
