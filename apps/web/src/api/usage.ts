import { useQuery } from "@tanstack/react-query";
import {
  exportUsage,
  getSandboxCosts,
  getUsage,
  getUsageBreakdown,
  type UsageDimension,
  type UsagePeriod,
} from "@terrarium/contract/usage";
import { ApiError } from "./api-error.ts";
import { call, callForFile } from "./call.ts";
import { useChange } from "./use-change.ts";

/** Key of the queries of sandbox costs. */
export const SANDBOX_COSTS = "sandbox-costs";

export interface UsageRequest {
  organizationId: string;
  period: UsagePeriod;
  /** IANA name of the time zone. */
  timeZone: string;
  /** A time within the requested period. Undefined means now. */
  at: string | undefined;
}

/** The time zone that every server supports. */
const UTC = "UTC";

/**
 * Returns the time zone of a request if this platform supports it, otherwise UTC. Some browsers report Etc/Unknown,
 * which no platform supports.
 */
function knownZone(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
  } catch {
    return UTC;
  }
}

/** Makes a request in its time zone, or in UTC if the server does not support that zone. */
async function inKnownZone<Request extends UsageRequest, Answer>(
  request: Request,
  ask: (request: Request) => Promise<Answer>,
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
    // Keep the last period of the same team on screen until the next one arrives.
    placeholderData: (last, lastQuery) =>
      (lastQuery?.queryKey[1] as UsageRequest | undefined)?.organizationId === request.organizationId
        ? last
        : undefined,
  });

export interface UsageBreakdownRequest extends UsageRequest {
  by: UsageDimension;
  /** Key of the label, for the breakdown by label. */
  label: string;
}

export const useUsageBreakdown = (request: UsageBreakdownRequest) =>
  useQuery({
    queryKey: ["usage-breakdown", request],
    queryFn: ({ signal }) => inKnownZone(request, (body) => call(getUsageBreakdown, { body, signal })),
  });

/** Fetches the displayed data as a CSV table. */
export const useUsageExport = () =>
  useChange({
    mutationFn: (request: UsageRequest) => inKnownZone(request, (body) => callForFile(exportUsage, { body })),
  });

/** Queries the costs so far of sandboxes of a team, in millionths of a dollar, by id. Undefined while unknown. */
export const useSandboxCosts = (organizationId: string, sandboxIds: readonly string[]) =>
  useQuery({
    queryKey: [SANDBOX_COSTS, organizationId, sandboxIds],
    queryFn: async ({ signal }) => {
      const costs = await call(getSandboxCosts, { body: { organizationId, sandboxIds: [...sandboxIds] }, signal });
      return new Map(costs.data.map(({ sandboxId, costMicroDollars }) => [sandboxId, costMicroDollars]));
    },
    enabled: sandboxIds.length > 0,
    placeholderData: (last, lastQuery) => (lastQuery?.queryKey[1] === organizationId ? last : undefined),
  }).data;
