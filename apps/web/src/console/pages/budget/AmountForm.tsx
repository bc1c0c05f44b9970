import { MAX_BUDGET_DOLLARS } from "@terrarium/contract/pricing";
import { type SubmitEvent, useId } from "react";
import { type Label, t } from "../../../language/text.ts";
import { Button } from "../../../ui/Button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Input } from "../../../ui/Field.tsx";

export interface AmountFormProps {
  label: string;
  amount: string;
  onChange: (amount: string) => void;
  onSave: () => void;
  isSaving: boolean;
  /** The amount is read-only. */
  isDisabled: boolean;
  canSave: boolean;
  /** Whether the user's role allows changes. If not, a line states this. */
  canEdit: boolean;
  /** Reason why the typed amount cannot be saved. */
  error: Label | undefined;
  /** The saved value, if it differs from the displayed one. */
  unsaved: string | undefined;
}

/** An input for dollars with a Save button. */
export function AmountForm(props: AmountFormProps) {
  const { label, amount, onChange, onSave, isSaving, isDisabled, canSave, canEdit, error, unsaved } = props;
  const hintId = useId();
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
          aria-invalid={error !== undefined}
          aria-describedby={hintId}
          onChange={(event) => onChange(event.target.value)}
        />
      </span>
      <Button type="submit" kind="primary" disabled={!canSave || error !== undefined} isBusy={isSaving}>
        {t("Save")}
      </Button>
      <output id={hintId} className={cx("text-xs", error === undefined ? "text-warn" : "text-bad")}>
        {error === undefined ? unsaved : t(error)}
      </output>
      {!canEdit && <p className="text-xs text-mute">{t("Owners and admins can change this.")}</p>}
    </form>
  );
}
