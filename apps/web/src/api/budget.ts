import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getBudget, updateBudget } from "@terrarium/contract/budget";
import { call } from "./call.ts";

const keyOf = (organizationId: string) => ["budget", organizationId];

export const useBudget = (organizationId: string) =>
  useQuery({
    queryKey: keyOf(organizationId),
    queryFn: ({ signal }) => call(getBudget, { body: { organizationId }, signal }),
  });

export interface BudgetSettings {
  limitEnabled: boolean;
  limitDollars: number;
  /** 0: no alert. */
  alertDollars: number;
}

export function useUpdateBudget(organizationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (settings: BudgetSettings) => call(updateBudget, { body: { organizationId, ...settings } }),
    onSuccess: (budget) => queries.setQueryData(keyOf(organizationId), budget),
  });
}
