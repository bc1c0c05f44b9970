import { KeyRound } from "lucide-react";
import { useCreateApiKey } from "../../../api/api-keys.ts";
import { t } from "../../../language/text.ts";
import { Button } from "../../../ui/Button.tsx";
import { reportKeyError } from "./key-errors.ts";
import { FIRST_KEY_NAME } from "./use-first-key.ts";

/** Creates the key that programs of a team without one need. */
export function CreateKeyButton({ organizationId }: { organizationId: string }) {
  const creation = useCreateApiKey(organizationId);
  return (
    <Button
      onClick={() => creation.mutate({ name: FIRST_KEY_NAME }, { onError: reportKeyError.create })}
      isBusy={creation.isPending}
    >
      <KeyRound className="size-3.5 text-mute" aria-hidden="true" />
      {t("Create an API key")}
    </Button>
  );
}
