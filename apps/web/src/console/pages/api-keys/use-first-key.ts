import type { ApiKey } from "@terrarium/contract/api-key";
import { useEffect } from "react";
import { useCreateApiKey } from "../../../api/api-keys.ts";

export const FIRST_KEY_NAME = "key1";

/** Teams whose list was loaded in this page: a list that becomes empty later is empty on purpose. */
const loadedTeams = new Set<string>();

/** Gives a team whose list loads empty its first key, once. Returns whether that is under way. */
export function useFirstKey(
  organizationId: string,
  keys: readonly ApiKey[] | undefined,
  onError: (error: Error) => void,
): boolean {
  const { mutate, isPending } = useCreateApiKey(organizationId);
  const isEmpty = keys?.length === 0;
  useEffect(() => {
    if (keys === undefined || loadedTeams.has(organizationId)) return;
    loadedTeams.add(organizationId);
    if (isEmpty) mutate({ name: FIRST_KEY_NAME }, { onError });
  });
  return isPending;
}
