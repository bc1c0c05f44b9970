import { MAX_BUDGET_DOLLARS } from "@terrarium/contract/pricing";
import type { SubmitEvent } from "react";
import { t } from "../../../language/text.ts";
import { Button } from "../../../ui/Button.tsx";
import { Input } from "../../../ui/Field.tsx";

export interface AmountFormProps {
  label: string;
  amount: string;
  onChange: (amount: string) => void;
  onSave: () => void;
  isSaving: boolean;
  /** The amount cannot be changed. */
  isDisabled: boolean;
  canSave: boolean;
  /** Whether the person's role allows changes; else a line says so. */
  canEdit: boolean;
}

/** Dollars with Save. */
export function AmountForm(props: AmountFormProps) {
  const { label, amount, onChange, onSave, isSaving, isDisabled, canSave, canEdit } = props;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSave();
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-center gap-2" noValidate>
      <span className="relative w-44">
        <span aria-hidden="true" className="pointer-events-none absolute top-1.5 left-2.5 font-mono text-sm text-faint">
          $
        </span>
        <Input
          aria-label={label}
          type="number"
          inputMode="decimal"
          min={0}
          max={MAX_BUDGET_DOLLARS}
          step="any"
          className="pl-6! font-mono"
          value={amount}
          disabled={isDisabled}
          onChange={(event) => onChange(event.target.value)}
        />
      </span>
      <Button type="submit" kind="primary" disabled={!canSave} isBusy={isSaving}>
        {t("Save")}
      </Button>
      {!canEdit && <p className="text-xs text-mute">{t("Owners and admins can change this.")}</p>}
    </form>
  );
}
