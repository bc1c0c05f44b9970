import { type ComponentProps, type ReactNode, useId } from "react";
import { t } from "../language/text.ts";
import { cx } from "./cx.ts";

export const inputClass = (className?: string): string =>
  cx(
    "h-8 w-full min-w-0 rounded-[7px] border border-line2 bg-panel px-2.5 text-sm text-text transition-colors",
    "hover:border-faint focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0",
    "aria-invalid:border-bad aria-invalid:focus-visible:outline-bad disabled:opacity-50",
    className,
  );

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input autoComplete="off" spellCheck={false} {...rest} className={inputClass(className)} />;
}

export type FieldProps = Omit<ComponentProps<"input">, "id"> & {
  label: string;
  /** Problem of the value. Space for one line is always reserved. */
  error?: string | undefined;
  hint?: ReactNode;
  isOptional?: boolean;
};

/** A labelled input. Its message is announced to screen readers and never shifts the content below. */
export function Field({ label, error, hint, isOptional = false, className, ...rest }: FieldProps) {
  const id = useId();
  return (
    <div className={className}>
      <p className="mb-1.5 text-sm">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {isOptional && <span className="text-mute"> {t("optional")}</span>}
      </p>
      <Input {...rest} id={id} aria-invalid={error !== undefined} aria-describedby={`${id}-note`} />
      <p
        id={`${id}-note`}
        role={error === undefined ? undefined : "alert"}
        className={cx("mt-1 min-h-4 text-xs", error === undefined ? "text-mute" : "text-bad")}
      >
        {error ?? hint}
      </p>
    </div>
  );
}
