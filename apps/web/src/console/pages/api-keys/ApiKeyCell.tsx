import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { t } from "../../../language/text.ts";
import { IconButton } from "../../../ui/Button.tsx";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { Cell } from "../../../ui/Table.tsx";
import { maskedKey } from "./api-key-name.ts";

/**
 * An API key, masked until the user shows it, and copied in full in both states. A key that the server cannot read is
 * not shown.
 */
export function ApiKeyCell({ apiKey }: { apiKey: string }) {
  const [isShown, setIsShown] = useState(false);
  if (apiKey === "") return <Cell>-</Cell>;
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Cell>
      <span className="flex items-center gap-0.5">
        <code className="min-w-0 truncate font-mono text-xs">{isShown ? apiKey : maskedKey(apiKey)}</code>
        <span className="ml-1 flex">
          <IconButton
            label={isShown ? t("Hide the key") : t("Show the key")}
            className="size-7!"
            onClick={() => setIsShown(!isShown)}
          >
            <Icon className="size-3.5" aria-hidden="true" />
          </IconButton>
          <CopyButton text={apiKey} label={t("Copy the key")} message={t("API Key copied")} className="size-7!" />
        </span>
      </span>
    </Cell>
  );
}
