import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getBudget, updateBudget } from "@terrarium/contract/budget";
import { call } from "./call.ts";

const keyOf = (organizationId: string) => ["budget", organizationId];

export const useBudget = (organizationId: string) =>
  useQuery({
    queryKey: keyOf(organizationId),
    queryFn: ({ signal }) => call(getBudget, { body: { organizationId }, signal }),
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
  return useMutation({
    mutationFn: (changes: BudgetChanges) => call(updateBudget, { body: { organizationId, ...changes } }),
    onSuccess: (budget) => queries.setQueryData(keyOf(organizationId), budget),
  });
}
