import type { EndReason } from "@terrarium/contract/sandbox";
import { type Label, t } from "../../../language/text.ts";

const END_REASONS: Record<EndReason, Label> = {
  user: "Deleted by a person or a program",
  expiry: "Its lifetime was over",
  quota: "Ended to stay within the plan's quota",
  crash: "Its device stopped unexpectedly",
  budget: "Ended because the budget limit was reached",
  start_failed: "Its device did not start",
  shutdown: "Ended with the server",
};

/** Why a sandbox ended, in words. */
export const endWords = (reason: EndReason): string => t(END_REASONS[reason]);
