import { RadioGroup } from "radix-ui";
import { type ReactNode, useId } from "react";
import { cx } from "./cx.ts";

export interface ChoiceGroupProps {
  label: string;
  value: string | undefined;
  onChange: (value: string) => void;
  /** Columns of the grid. */
  className?: string;
  children: ReactNode;
}

/** A grid of choices with a single selection. Arrow keys move between them. */
export function ChoiceGroup({ label, value, onChange, className, children }: ChoiceGroupProps) {
  const id = useId();
  return (
    <div>
      <p id={id} className="mb-1.5 text-sm font-medium">
        {label}
      </p>
      <RadioGroup.Root
        aria-labelledby={id}
        value={value ?? null}
        onValueChange={onChange}
        className={cx("grid auto-cols-fr gap-2 *:min-w-0", className)}
      >
        {children}
      </RadioGroup.Root>
    </div>
  );
}

/** One choice: its name with its description below. */
export function Choice({
  value,
  label,
  disabled = false,
  children,
}: {
  value: string;
  label: string;
  disabled?: boolean;
  children?: ReactNode;
}) {
  return (
    <RadioGroup.Item
      value={value}
      disabled={disabled}
      className="group flex flex-col rounded-lg disabled:opacity-60 border border-line2 px-3 py-2 text-left text-sm transition-colors hover:bg-raised data-[state=checked]:border-accent data-[state=checked]:bg-accent-soft"
    >
      <span className="truncate font-medium" title={label}>
        {label}
      </span>
      {children !== undefined && <span className="mt-0.5 font-mono text-2xs text-mute">{children}</span>}
    </RadioGroup.Item>
  );
}
