import { useId } from "react";
import { t } from "../../../language/text.ts";
import { Button } from "../../../ui/Button.tsx";
import { Input } from "../../../ui/Field.tsx";

export interface NameFormProps {
  onSubmit: (name: string) => void;
  isBusy: boolean;
  isDisabled: boolean;
}

/** Signs in by name alone, on servers without an OAuth app. Only the server's own machine can use it. */
export function NameForm({ onSubmit, isBusy, isDisabled }: NameFormProps) {
  const id = useId();
  return (
    <form
      className="mb-3 border-b border-line pb-5"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(String(new FormData(event.currentTarget).get("login")));
      }}
    >
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {t("Your name")}
      </label>
      <div className="flex gap-2">
        <Input
          id={id}
          name="login"
          required
          autoComplete="username"
          autoCapitalize="words"
          dir="auto"
          className="h-10!"
          aria-describedby={`${id}-note`}
        />
        <Button type="submit" kind="primary" className="h-10 px-4" isBusy={isBusy} disabled={isDisabled}>
          {t("Continue")}
        </Button>
      </div>
      <p id={`${id}-note`} className="mt-1.5 text-xs text-mute">
        {t("This server has no sign-in provider. Anyone on this machine can use any name.")}
      </p>
    </form>
  );
}
