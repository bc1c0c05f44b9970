/**
 * The comparisons of all searches for elements. `fits-selector.ts` and `find-by-words.ts` are two strategies over them.
 */

export const contains = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase());

export const isSame = (text: string, other: string): boolean => text === other;

/** Returns a text without differences of case, spacing and compatible letters. */
export const plain = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\s⏎]+/gu, " ")
    .trim();

/** Both `title` and the complete name match `com.android.settings:id/title`. */
export const endsWithName = (whole: string, name: string, separator: string): boolean =>
  whole === name || whole.endsWith(separator + name);
