import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { createAnApiKey, deleteAnApiKey, getAllApiKey } from "@terrarium/contract/api-key";
import { call } from "./call.ts";

const keyOf = (organizationId: string) => ["api-keys", organizationId];

export const useApiKeys = (organizationId: string) =>
  useQuery({
    queryKey: keyOf(organizationId),
    queryFn: ({ signal }) => call(getAllApiKey, { body: { organizationId }, signal }),
  });

/** Creates a key, given its name; the list is fetched again. */
export function useCreateApiKey(organizationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => call(createAnApiKey, { body: { organizationId, name } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(organizationId) }),
  });
}

/** Deletes a key, given its id; the list is fetched again. */
export function useDeleteApiKey(organizationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (apiKeyId: string) => call(deleteAnApiKey, { body: { organizationId, apiKeyId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(organizationId) }),
  });
}
