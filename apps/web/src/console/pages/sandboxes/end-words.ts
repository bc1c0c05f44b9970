import type { EndReason, Sandbox } from "@terrarium/contract/sandbox";
import { type Label, t } from "../../../language/text.ts";
import { formatFull } from "../../parts/format.ts";

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

/** Returns when and why a sandbox ended, or when it will end. */
export function endTitle({ status, expiresAt, endedAt, endReason }: Sandbox): string {
  if (status === "Stopped") return t("Kept until {time}", { time: formatFull(expiresAt) });
  const end =
    endedAt === null
      ? t("Ends {time}", { time: formatFull(expiresAt) })
      : t("Ended {time}", { time: formatFull(endedAt) });
  return endReason === null ? end : t("{reason}. {end}", { reason: endWords(endReason), end });
}
