import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getBudget, getTeamLimits, updateBudget } from "@terrarium/contract/budget";
import { call } from "./call.ts";
import { OTHERS_INTERVAL_MS } from "./query-client.ts";
import { useChange } from "./use-change.ts";

/** Where is kept what stops teams, by team: it changes with the budget, and with what runs. */
export const TEAM_LIMITS = "team-limits";

/** What stops a team from starting sandboxes, asked for again and again. */
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
    // What is used goes up, and other members change it.
    refetchInterval: OTHERS_INTERVAL_MS,
  });

/** What is left out stays as it is: another member may be changing it. */
export interface BudgetChanges {
  limitEnabled?: boolean;
  limitDollars?: number;
  /** 0: no alert. */
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
