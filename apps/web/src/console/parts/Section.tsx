import { type ReactNode, useId } from "react";

export interface SectionProps {
  title: string;
  description?: ReactNode;
  /** Buttons to the right of the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A titled section of a page, with actions next to the title. */
export function Section({ title, description, actions, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mb-3 grid min-w-0 gap-3">
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2.5">
        <div className="min-w-0">
          <h2 id={id} className="text-base font-semibold">
            {title}
          </h2>
          {description !== undefined && <p className="text-sm wrap-anywhere text-mute">{description}</p>}
        </div>
        {actions !== undefined && <div className="ml-auto flex flex-wrap gap-2 max-sm:ml-0">{actions}</div>}
      </div>
      {children}
    </section>
  );
}
