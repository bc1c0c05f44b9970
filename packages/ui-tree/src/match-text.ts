/**
 * The comparisons of all searches for elements. `fits-selector.ts` and `find-by-words.ts` are two strategies over them.
 */

export const contains = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase());

export const isAlike = (text: string, other: string): boolean => text.toLowerCase() === other.toLowerCase();

export const isSame = (text: string, other: string): boolean => text === other;

/** Both `title` and the complete name match `com.android.settings:id/title`. */
export const endsWithName = (whole: string, name: string, separator: string): boolean =>
  whole === name || whole.endsWith(separator + name);
