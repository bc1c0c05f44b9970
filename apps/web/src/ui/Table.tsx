import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx.ts";

/**
 * A table in a card. It scrolls inside the card on narrow screens, with its first column pinned.
 * `label` names it for screen readers.
 */
export function Table({ label, head, children }: { label: string; head: readonly string[]; children: ReactNode }) {
  return (
    <section aria-label={label} tabIndex={0} className="overflow-x-auto rounded-[10px] border border-line bg-panel">
      <table className="w-full border-separate border-spacing-0">
        <thead>
          <tr>
            {head.map((title) => (
              <th
                key={title}
                scope="col"
                className="h-9 border-b border-line bg-bg px-3.5 text-left label-caps whitespace-nowrap text-faint first:sticky first:left-0 first:z-10"
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

export function Row({ className, ...rest }: ComponentProps<"tr">) {
  return <tr {...rest} className={cx("group/row", className)} />;
}

/** A cell of a row; the first one of a row stays in sight while the table scrolls sideways. */
export function Cell({ className, ...rest }: ComponentProps<"td">) {
  return (
    <td
      {...rest}
      className={cx(
        "h-11 border-b border-line bg-panel px-3.5 text-sm whitespace-nowrap transition-colors group-last/row:border-b-0 group-hover/row:bg-raised",
        "first:sticky first:left-0 first:z-10",
        className,
      )}
    />
  );
}

/** The one row of a table without data. */
export function EmptyRow({ columns, children }: { columns: number; children: ReactNode }) {
  return (
    <tr>
      <td colSpan={columns} className="p-0">
        <div className="sticky left-0 flex w-[min(100%,calc(100vw-34px))] flex-col items-center px-4 py-14 text-center text-sm text-mute">{children}</div>
      </td>
    </tr>
  );
}
