import { useQuery } from "@tanstack/react-query";
import { exportUsage, getUsage, type UsagePeriod } from "@terrarium/contract/usage";
import { call, callForFile } from "./call.ts";
import { useChange } from "./use-change.ts";

export interface UsageRequest {
  organizationId: string;
  period: UsagePeriod;
  /** IANA name. */
  timeZone: string;
  /** A time in the period asked for; undefined: now. */
  at: string | undefined;
}

export const useUsage = (request: UsageRequest) =>
  useQuery({
    queryKey: ["usage", request],
    queryFn: ({ signal }) => call(getUsage, { body: request, signal }),
    // Another period of the same team comes in over the last one, without a flash of nothing.
    placeholderData: (last, lastQuery) =>
      (lastQuery?.queryKey[1] as UsageRequest | undefined)?.organizationId === request.organizationId
        ? last
        : undefined,
  });

/** Fetches the table of what is shown, as CSV. */
export const useUsageExport = () =>
  useChange({ mutationFn: (request: UsageRequest) => callForFile(exportUsage, { body: request }) });
