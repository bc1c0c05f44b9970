import { columnsOf } from "@terrarium/phone-system/text-width";
import type { IUnicodeVersionProvider } from "@xterm/headless";

/** States of a cell. They decide which characters may join it. */
const states = { nothing: 0, picture: 1, joinedPicture: 2, flagHalf: 3 } as const;

const joiner = 0x200d;
const pictureSelector = 0xfe0f;
const marks = /[\p{Mark}\p{Format}]/u;
const pictures = /\p{Extended_Pictographic}/u;
const skinTones = /\p{Emoji_Modifier}/u;
const flagHalves = /\p{Regional_Indicator}/u;

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
      if (state === states.picture && codePoint === joiner) return properties(states.joinedPicture, before, true);
      if (state === states.picture && (codePoint === pictureSelector || skinTones.test(character)))
        return properties(states.picture, 2, true);
      if (state === states.joinedPicture && pictures.test(character)) return properties(states.picture, 2, true);
      if (state === states.flagHalf && flagHalves.test(character)) return properties(states.nothing, 2, true);
      if (marks.test(character)) return properties(state, before, true);
    }
    return properties(firstState(character), widthOf(codePoint), false);
  },
};

function firstState(character: string): number {
  if (flagHalves.test(character)) return states.flagHalf;
  return pictures.test(character) ? states.picture : states.nothing;
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
