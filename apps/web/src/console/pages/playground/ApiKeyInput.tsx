import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { t } from "../../../language/text.ts";
import { Button, IconButton } from "../../../ui/Button.tsx";
import { Input } from "../../../ui/Field.tsx";

export interface ApiKeyInputProps {
  value: string;
  onChange: (value: string) => void;
  /** Creates the team's first key. Undefined if the team has one. */
  onCreate: (() => void) | undefined;
  isCreating: boolean;
}

/** The key for running scripts, masked until the user shows it. */
export function ApiKeyInput({ value, onChange, onCreate, isCreating }: ApiKeyInputProps) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="flex w-full min-w-0 items-center gap-2 sm:w-auto sm:flex-1">
      <label htmlFor="api-key" className="shrink-0 text-sm font-medium">
        {t("API Key")}
      </label>
      <div className="relative max-w-110 min-w-0 flex-1">
        <Input
          id="api-key"
          type={isShown ? "text" : "password"}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          placeholder="trm_…"
          data-1p-ignore
          data-lpignore="true"
          className="pr-9! font-mono text-xs!"
        />
        <IconButton
          label={isShown ? t("Hide the key") : t("Show the key")}
          className="absolute top-0.5 right-0.5 size-7!"
          onClick={() => setIsShown(!isShown)}
        >
          <Icon className="size-3.5" aria-hidden="true" />
        </IconButton>
      </div>
      {onCreate === undefined ? (
        <Link
          to="/api-keys"
          className="shrink-0 text-sm text-mute underline decoration-line2 underline-offset-4 hover:text-text max-sm:hidden"
        >
          {t("Manage keys")}
        </Link>
      ) : (
        <Button onClick={onCreate} isBusy={isCreating}>
          {t("Create an API key")}
        </Button>
      )}
    </div>
  );
}
