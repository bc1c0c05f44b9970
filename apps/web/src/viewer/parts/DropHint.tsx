import type { ReactNode } from "react";

/** Overlay on a drop target while files are dragged, with a text about the effect of dropping them. */
export function DropHint({ children }: { children: ReactNode }) {
  return (
    <div className="pointer-events-none absolute inset-2 z-20 grid animate-[appear_120ms] place-items-center rounded-[10px] border-2 border-dashed border-accent bg-overlay backdrop-blur-[2px]">
      <p className="rounded-full bg-accent px-4 py-1.5 text-sm font-medium text-accent-ink">{children}</p>
    </div>
  );
}
