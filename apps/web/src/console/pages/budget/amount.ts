import { isInCents, MAX_BUDGET_DOLLARS } from "@terrarium/contract/pricing";
import type { Label } from "../../../language/text.ts";

/** Why an amount cannot be saved as it is typed. */
export function amountError(text: string): Label | undefined {
  const dollars = parseAmount(text);
  if (!isInCents(dollars)) return "Enter at most two decimals";
  return dollars > MAX_BUDGET_DOLLARS ? "The maximum amount is $1,000,000" : undefined;
}

/** The dollars that a text names: negative ones count as 0, as does what is no number. */
export function parseAmount(text: string): number {
  const dollars = Number(text);
  return Number.isFinite(dollars) ? Math.max(0, dollars) : 0;
}

/** What the input shows for what was typed: negative amounts become 0, the rest stays as it is. */
export const clampTyped = (text: string): string => (Number(text) < 0 ? "0" : text);
