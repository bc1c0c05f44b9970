/** The dollars that a text names: negative ones count as 0, as does what is no number. */
export function parseAmount(text: string): number {
  const dollars = Number(text);
  return Number.isFinite(dollars) ? Math.max(0, dollars) : 0;
}

/** What the input shows for what was typed: negative amounts become 0, the rest stays as it is. */
export const clampTyped = (text: string): string => (Number(text) < 0 ? "0" : text);
