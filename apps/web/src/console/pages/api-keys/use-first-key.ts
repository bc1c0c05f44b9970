import type { ApiKey } from "@terrarium/contract/api-key";
import { useEffect } from "react";
import { ApiError } from "../../../api/api-error.ts";
import { useCreateApiKey } from "../../../api/api-keys.ts";

export const FIRST_KEY_NAME = "key1";

/** Teams with a list already loaded in this page. A list that becomes empty later needs no first key. */
const loadedTeams = new Set<string>();

/** Returns whether the server reports that the team had keys before. */
const hadKeys = (error: Error): boolean => error instanceof ApiError && error.code === "had_api_keys";

/** Creates the first key of a team with an empty list, only once ever. Returns whether the creation is pending. */
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
