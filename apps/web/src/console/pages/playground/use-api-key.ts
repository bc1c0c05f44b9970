import { useEffect, useState } from "react";
import { useApiKeys } from "../../../api/api-keys.ts";
import { t } from "../../../language/text.ts";
import { toast } from "../../../ui/toast.ts";

/** The key to run with: the team's first, until the person types another. */
export function useApiKey(organizationId: string) {
  const { data, error } = useApiKeys(organizationId);
  const [typed, setTyped] = useState<string>();
  const isEmpty = data?.length === 0;
  useEffect(() => {
    if (isEmpty) toast.error(t("No API Key found, please create one"));
  }, [isEmpty]);
  useEffect(() => {
    if (error === null) return;
    console.error("The team's API keys could not be loaded", error);
    toast.error(t("Failed to get API Key"));
  }, [error]);
  return { apiKey: typed ?? data?.[0]?.key ?? "", setApiKey: setTyped };
}
