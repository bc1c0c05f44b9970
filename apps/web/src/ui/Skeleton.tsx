import { cx } from "./cx.ts";

/** A grey bar in the place and size of what is being loaded. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx("block animate-pulse rounded bg-raised", className)} />;
}
