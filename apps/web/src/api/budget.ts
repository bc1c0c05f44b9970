import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getBudget, getTeamLimits, updateBudget } from "@terrarium/contract/budget";
import { call } from "./call.ts";
import { OTHERS_INTERVAL_MS } from "./query-client.ts";
import { useChange } from "./use-change.ts";

/** Query key of a team's limits. They change with the budget and with the running sandboxes. */
export const TEAM_LIMITS = "team-limits";

/** Polls the limits that can stop a team from starting sandboxes. */
export const useTeamLimits = (organizationId: string) =>
  useQuery({
    queryKey: [TEAM_LIMITS, organizationId],
    queryFn: ({ signal }) => call(getTeamLimits, { body: { organizationId }, signal }),
    refetchInterval: OTHERS_INTERVAL_MS,
  });

const keyOf = (organizationId: string) => ["budget", organizationId];

export const useBudget = (organizationId: string) =>
  useQuery({
    queryKey: keyOf(organizationId),
    queryFn: ({ signal }) => call(getBudget, { body: { organizationId }, signal }),
    // Spending grows, and other members can change the budget.
    refetchInterval: OTHERS_INTERVAL_MS,
  });

/** Changes to the budget. Omitted fields stay unchanged, because another member may be changing them. */
export interface BudgetChanges {
  limitEnabled?: boolean;
  limitDollars?: number;
  /** 0 disables the alert. */
  alertDollars?: number;
}

export function useUpdateBudget(organizationId: string) {
  const queries = useQueryClient();
  return useChange({
    mutationFn: (changes: BudgetChanges) => call(updateBudget, { body: { organizationId, ...changes } }),
    onSuccess(budget) {
      queries.setQueryData(keyOf(organizationId), budget);
      void queries.invalidateQueries({ queryKey: [TEAM_LIMITS, organizationId] });
    },
  });
}
