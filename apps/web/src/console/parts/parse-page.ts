/** The page of a list that an address names; for one beyond `most`, that. */
export const parsePage = (text: string | null, most: number): number =>
  Math.min(most, Math.max(1, Math.trunc(Number(text)) || 1));
