import { cx } from "./cx.ts";

/** The logo: a small living thing behind glass. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" className={cx("size-6 text-accent", className)} fill="none" aria-hidden="true">
      <rect x="1.75" y="1.75" width="20.5" height="20.5" rx="6.75" stroke="currentColor" strokeWidth="1.6" />
      <rect x="9" y="6.75" width="6" height="10.5" rx="1.9" fill="currentColor" />
    </svg>
  );
}

export function Logo({ className }: { className?: string }) {
  return (
    <span className={cx("flex items-center gap-2.5 text-[15px] font-semibold tracking-[-0.01em]", className)}>
      <LogoMark />
      Terrarium
    </span>
  );
}
