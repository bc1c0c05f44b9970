import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ApiKey, createAnApiKey, deleteAnApiKey, getAllApiKey, rotateAnApiKey } from "@terrarium/contract/api-key";
import type { BodyInputOf } from "@terrarium/contract/endpoint";
import { serverNow } from "../session/server-clock.ts";
import { call } from "./call.ts";
import { useChange } from "./use-change.ts";

const keyOf = (organizationId: string) => ["api-keys", organizationId];

export const useApiKeys = (organizationId: string) =>
  useQuery({
    queryKey: keyOf(organizationId),
    queryFn: ({ signal }) => call(getAllApiKey, { body: { organizationId }, signal }),
  });

/** Returns the first readable key with full scope, as sample programs need. */
export const findWholeKey = (keys: readonly ApiKey[] | undefined): ApiKey | undefined =>
  keys?.find(
    ({ scope, expiresAt }) => scope === "manage" && (expiresAt === null || Date.parse(expiresAt) > serverNow()),
  );

/** Creates a key and refetches the list. */
export function useCreateApiKey(organizationId: string) {
  const queries = useQueryClient();
  return useChange({
    mutationFn: (key: Omit<BodyInputOf<typeof createAnApiKey>, "organizationId">) =>
      call(createAnApiKey, { body: { organizationId, ...key } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(organizationId) }),
  });
}

/** Rotates a key's secret and refetches the list. */
export function useRotateApiKey(organizationId: string) {
  const queries = useQueryClient();
  return useChange({
    mutationFn: (rotation: Omit<BodyInputOf<typeof rotateAnApiKey>, "organizationId">) =>
      call(rotateAnApiKey, { body: { organizationId, ...rotation } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(organizationId) }),
  });
}

/** Deletes a key by its id and refetches the list. */
export function useDeleteApiKey(organizationId: string) {
  const queries = useQueryClient();
  return useChange({
    mutationFn: (apiKeyId: string) => call(deleteAnApiKey, { body: { organizationId, apiKeyId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(organizationId) }),
  });
}
