import { isInCents, MAX_BUDGET_DOLLARS } from "@terrarium/contract/pricing";
import type { Label } from "../../../language/text.ts";

/** Returns the reason why a typed amount cannot be saved, if any. */
export function amountError(text: string): Label | undefined {
  const dollars = parseAmount(text);
  if (!isInCents(dollars)) return "Enter at most two decimals";
  return dollars > MAX_BUDGET_DOLLARS ? "The maximum amount is $1,000,000" : undefined;
}

/** Parses an amount in dollars. Negative and invalid amounts become 0. */
export function parseAmount(text: string): number {
  const dollars = Number(text);
  return Number.isFinite(dollars) ? Math.max(0, dollars) : 0;
}

/** Returns the input's text for typed text: negative amounts become 0, other text stays. */
export const clampTyped = (text: string): string => (Number(text) < 0 ? "0" : text);
