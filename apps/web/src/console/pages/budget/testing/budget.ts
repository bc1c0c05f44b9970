import type { Budget } from "@terrarium/contract/budget";

/** A limit of $100 with no spending. */
export const BUDGET: Budget = {
  limitEnabled: true,
  limitDollars: 100,
  alertDollars: 0,
  from: "2026-11-01T00:00:00Z",
  to: "2026-12-01T00:00:00Z",
  creditsMicroDollars: 0,
  usedMicroDollars: 0,
  isExceeded: false,
  notifiedEmail: null,
  thresholdsPercent: [50, 90, 100],
};
