import type { EndReason } from "@terrarium/contract/sandbox";
import { type Label, t } from "../../../language/text.ts";

const END_REASONS: Record<EndReason, Label> = {
  user: "Deleted by a user or a program",
  expiry: "Lifetime ended",
  quota: "Ended to stay within the plan's quota",
  crash: "The device stopped unexpectedly",
  budget: "Ended because the budget limit was reached",
  start_failed: "The device did not start",
  shutdown: "The server shut down",
};

/** Returns the reason for the end of a sandbox, in words. */
export const endWords = (reason: EndReason): string => t(END_REASONS[reason]);
