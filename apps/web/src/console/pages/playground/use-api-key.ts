import { useEffect, useState } from "react";
import { findWholeKey, useApiKeys, useCreateApiKey } from "../../../api/api-keys.ts";
import { t } from "../../../language/text.ts";
import { toast } from "../../../ui/toast.ts";
import { reportKeyError } from "../api-keys/key-errors.ts";
import { FIRST_KEY_NAME } from "../api-keys/use-first-key.ts";

/**
 * Returns the key for running scripts: the team's first key with full scope, until the user types another. A team
 * without such a key can create one here.
 */
export function useApiKey(organizationId: string) {
  const { data, error } = useApiKeys(organizationId);
  // Reported once, however often the console retries.
  const isFailed = error !== null;
  const creation = useCreateApiKey(organizationId);
  const [typed, setTyped] = useState<string>();
  const key = findWholeKey(data);
  const isEmpty = data !== undefined && key === undefined;
  useEffect(() => {
    if (isEmpty) toast.error(t("No API Key found, please create one"));
  }, [isEmpty]);
  useEffect(() => {
    if (!isFailed) return;
    console.error("The team's API keys could not be loaded");
    toast.error(t("Failed to get API Key"));
  }, [isFailed]);
  return {
    apiKey: typed ?? key?.key ?? "",
    setApiKey: setTyped,
    /** Whether the lookup of the team's key has finished. */
    isKnown: typed !== undefined || data !== undefined || error !== null,
    /** Undefined if the team has such a key, or while this is unknown. */
    createKey: isEmpty
      ? () =>
          creation.mutate(
            { name: FIRST_KEY_NAME },
            { onSuccess: () => setTyped(undefined), onError: reportKeyError.create },
          )
      : undefined,
    isCreating: creation.isPending,
  };
}
