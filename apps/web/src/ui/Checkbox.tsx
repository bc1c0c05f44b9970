import { Check, Minus } from "lucide-react";
import type { ComponentProps } from "react";
import { cx } from "./cx.ts";

export type CheckboxProps = Omit<ComponentProps<"input">, "type" | "children" | "checked"> & {
  /** Description for screen readers. */
  label: string;
  /** "some" means partially checked. */
  checked: boolean | "some";
};

export function Checkbox({ label, checked, className, ...rest }: CheckboxProps) {
  return (
    <span className={cx("inline-grid size-4 shrink-0 *:[grid-area:1/1]", className)}>
      <input
        {...rest}
        ref={(input) => {
          if (input !== null) input.indeterminate = checked === "some";
        }}
        type="checkbox"
        aria-label={label}
        checked={checked === true}
        className="peer size-4 appearance-none rounded border border-faint bg-panel transition-colors checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent hover:border-mute checked:hover:border-accent"
      />
      <Check
        className="pointer-events-none m-auto hidden size-3 text-accent-ink peer-checked:block"
        strokeWidth={3}
        aria-hidden="true"
      />
      <Minus
        className="pointer-events-none m-auto hidden size-3 text-accent-ink peer-indeterminate:block"
        strokeWidth={3}
        aria-hidden="true"
      />
    </span>
  );
}
