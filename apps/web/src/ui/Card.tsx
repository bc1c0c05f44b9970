import { type ReactNode, useId } from "react";
import { cx } from "./cx.ts";

export interface CardProps {
  title: string;
  description?: ReactNode;
  /** Buttons to the right of the title. */
  actions?: ReactNode;
  /** Whether the card contains irreversible actions. */
  isDanger?: boolean;
  className?: string;
  children?: ReactNode;
}

/** A titled box of a page. */
export function Card({ title, description, actions, isDanger = false, className, children }: CardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={cx(
        "rounded-[10px] border bg-panel p-4 sm:p-5",
        isDanger && "border-[color-mix(in_srgb,var(--bad)_40%,var(--line))]",
        className,
      )}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id={id} className={cx("text-base font-semibold", isDanger && "text-bad")}>
          {title}
        </h2>
        {actions !== undefined && <span className="ml-auto flex flex-wrap gap-2">{actions}</span>}
      </div>
      {description !== undefined && <p className="mt-1 max-w-prose text-sm text-mute">{description}</p>}
      {children !== undefined && <div className="mt-4">{children}</div>}
    </section>
  );
}
