import { useQuery } from "@tanstack/react-query";
import { exportUsage, getUsage, type UsagePeriod } from "@terrarium/contract/usage";
import { ApiError } from "./api-error.ts";
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

/** The zone that every server knows. */
const UTC = "UTC";

/** The zone of a request as this platform knows it: some browsers report Etc/Unknown, which none does. */
function knownZone(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
  } catch {
    return UTC;
  }
}

/** Asks in the zone of a request, or in UTC if the server does not know that zone. */
async function inKnownZone<Answer>(
  request: UsageRequest,
  ask: (request: UsageRequest) => Promise<Answer>,
): Promise<Answer> {
  const asked = { ...request, timeZone: knownZone(request.timeZone) };
  try {
    return await ask(asked);
  } catch (error) {
    const isRefused = error instanceof ApiError && error.code === "invalid_request";
    if (!isRefused || asked.timeZone === UTC) throw error;
    return ask({ ...asked, timeZone: UTC });
  }
}

export const useUsage = (request: UsageRequest) =>
  useQuery({
    queryKey: ["usage", request],
    queryFn: ({ signal }) => inKnownZone(request, (body) => call(getUsage, { body, signal })),
    // Another period of the same team comes in over the last one, without a flash of nothing.
    placeholderData: (last, lastQuery) =>
      (lastQuery?.queryKey[1] as UsageRequest | undefined)?.organizationId === request.organizationId
        ? last
        : undefined,
  });

/** Fetches the table of what is shown, as CSV. */
export const useUsageExport = () =>
  useChange({
    mutationFn: (request: UsageRequest) => inKnownZone(request, (body) => callForFile(exportUsage, { body })),
  });
