import type { ApiKey } from "@terrarium/contract/api-key";
import { useEffect } from "react";
import { ApiError } from "../../../api/api-error.ts";
import { useCreateApiKey } from "../../../api/api-keys.ts";

export const FIRST_KEY_NAME = "key1";

/** Teams whose list was loaded in this page: a list that becomes empty later need not be asked about. */
const loadedTeams = new Set<string>();

/** Whether the list is empty on purpose, as the server knows. */
const hadKeys = (error: Error): boolean => error instanceof ApiError && error.code === "had_api_keys";

/** Gives a team whose list loads empty its first key, once for good. Returns whether that is under way. */
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
    if (isEmpty)
      mutate({ name: FIRST_KEY_NAME, onlyFirst: true }, { onError: (error) => hadKeys(error) || onError(error) });
  });
  return isPending;
}
