/** Returns the page number of an address, at most `most`. */
export const parsePage = (text: string | null, most: number): number =>
  Math.min(most, Math.max(1, Math.trunc(Number(text)) || 1));
