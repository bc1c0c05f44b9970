import { cx } from "./cx.ts";

/** A grey bar as placeholder for loading content. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx("block animate-pulse rounded bg-raised", className)} />;
}
