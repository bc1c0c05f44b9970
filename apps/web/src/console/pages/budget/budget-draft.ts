import type { Budget } from "@terrarium/contract/budget";
import { MICRO_DOLLARS_PER_DOLLAR } from "@terrarium/contract/pricing";

/** Returns whether a limit blocks the team as soon as it is saved. */
export const blocksAtOnce = (limitDollars: number, { usedMicroDollars }: Pick<Budget, "usedMicroDollars">): boolean =>
  usedMicroDollars >= limitDollars * MICRO_DOLLARS_PER_DOLLAR;
