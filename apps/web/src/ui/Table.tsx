import type { ComponentProps, CSSProperties, ReactNode } from "react";
import { type Label, t } from "../language/text.ts";
import { cx } from "./cx.ts";
import { Skeleton } from "./Skeleton.tsx";
import type { SortOrder } from "./SortButton.tsx";
import { useMoreAtRight } from "./use-more-at-right.ts";

export interface Column {
  title: Label;
  /** Width of the column in pixels at the table's minimum width. Wider tables stretch all columns proportionally. */
  widthPx: number;
  /** Width on narrow screens, if different. */
  narrowPx?: number;
  /** Content of the head in place of the title. The title then names the column for screen readers. */
  head?: ReactNode;
  sortOrder?: SortOrder;
  /** Aligns the head to the right, above right-aligned numbers. */
  isNumber?: boolean;
}

export interface TableProps {
  /** Names the table for screen readers. */
  label: string;
  columns: readonly Column[];
  /** Pins the last column, with the row's actions, on narrow screens, like the first one. */
  isLastPinned?: boolean;
  children: ReactNode;
}

/** Maximum width of the pinned first column on narrow screens, so that it leaves space for the others. */
const NARROW_FIRST_MAX_PX = 152;

/** Returns CSS variables as a style, because React's types allow only properties. */
const variables = (values: Record<`--${string}`, string>): CSSProperties => values;

const narrowWidth = ({ widthPx, narrowPx = widthPx }: Column, index: number): number =>
  index === 0 ? Math.min(narrowPx, NARROW_FIRST_MAX_PX) : narrowPx;

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/**
 * Styles of the cells in a pinned last column on narrow screens, except cells that span all columns. The content behind
 * them fades out.
 */
const PINNED_LAST =
  "max-sm:group-data-last-pinned/table:not-first:last:sticky max-sm:group-data-last-pinned/table:not-first:last:right-0 max-sm:group-data-last-pinned/table:not-first:last:z-10 max-sm:group-data-last-pinned/table:not-first:last:border-l max-sm:group-data-more/table:group-data-last-pinned/table:not-first:last:shadow-[-14px_0_10px_-2px_var(--panel)]";

/** A table in a card. On narrow screens it scrolls inside the card, with its first column pinned. */
export function Table({ label, columns, isLastPinned = false, children }: TableProps) {
  const leastWidthPx = sumOf(columns.map(({ widthPx }) => widthPx));
  const narrowLeastWidthPx = sumOf(columns.map(narrowWidth));
  const { ref, hasMore, isScrollable, onScroll } = useMoreAtRight<HTMLDivElement>();
  return (
    <div className="relative min-w-0">
      <div
        ref={ref}
        onScroll={onScroll}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard
        tabIndex={isScrollable ? 0 : undefined}
        className="[container-type:inline-size] overflow-x-auto rounded-[10px] border border-line bg-panel"
      >
        <table
          aria-label={label}
          data-last-pinned={isLastPinned ? "" : undefined}
          data-more={hasMore ? "" : undefined}
          style={variables({ "--least": `${leastWidthPx}px`, "--narrow-least": `${narrowLeastWidthPx}px` })}
          className="group/table w-full min-w-(--least) table-fixed border-separate border-spacing-0 max-sm:min-w-(--narrow-least)"
        >
          <colgroup>
            {columns.map((column, index) => (
              <col
                key={column.title}
                style={variables({
                  "--share": `${(100 * column.widthPx) / leastWidthPx}%`,
                  "--narrow": `${narrowWidth(column, index)}px`,
                })}
                className="w-(--share) max-sm:w-(--narrow)"
              />
            ))}
          </colgroup>
          <thead>
            <tr>
              {columns.map(({ title, head, sortOrder, isNumber = false }) => (
                <th
                  key={title}
                  scope="col"
                  aria-label={head === undefined ? undefined : t(title)}
                  aria-sort={sortOrder}
                  className={cx(
                    "h-9 border-b border-line bg-bg px-3.5 label-caps whitespace-nowrap text-faint first:sticky first:left-0 first:z-11",
                    PINNED_LAST,
                    isNumber ? "text-right" : "text-left",
                  )}
                >
                  {head ?? t(title)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
      {/* Fades out the content at the edge while there is more to scroll to. */}
      <div
        aria-hidden="true"
        className={cx(
          "pointer-events-none absolute inset-y-px right-px z-20 w-8 rounded-r-[9px] bg-linear-to-l from-panel to-transparent transition-opacity",
          !hasMore && "opacity-0",
          isLastPinned && "max-sm:hidden",
        )}
      />
    </div>
  );
}

export function Row({ className, ...rest }: ComponentProps<"tr">) {
  return <tr {...rest} className={cx("group/row", className)} />;
}

/** A cell of a row. The first cell of a row stays visible while the table scrolls sideways. */
export function Cell({ className, ...rest }: ComponentProps<"td">) {
  return (
    <td
      {...rest}
      className={cx(
        "h-11 truncate border-b border-line bg-panel px-3.5 py-1.5 text-sm transition-colors group-last/row:border-b-0 group-hover/row:bg-raised",
        "first:sticky first:left-0 first:z-11",
        PINNED_LAST,
        className,
      )}
    />
  );
}

/** The only row of a table without data. */
export function EmptyRow({ columns, children }: { columns: number; children: ReactNode }) {
  return (
    <tr>
      <td colSpan={columns} className="p-0">
        <div className="sticky left-0 flex w-[min(100%,100cqw)] flex-col items-center px-8 py-14 text-center text-sm text-mute">
          {children}
        </div>
      </td>
    </tr>
  );
}

/** Details of the row above, as wide as the visible part of the table. */
export function DetailsRow({ id, columns, children }: { id: string; columns: number; children: ReactNode }) {
  return (
    <tr id={id} className="group/row">
      <td colSpan={columns} className="border-b border-line bg-bg p-0 group-last/row:border-b-0">
        <div className="sticky left-0 w-[min(100%,100cqw)] px-3.5 py-3.5">{children}</div>
      </td>
    </tr>
  );
}

/** Placeholder rows of the expected size. The first contains a text. */
export function LoadingRows({ columns, rows, text }: { columns: number; rows: number; text: string }) {
  return (
    <>
      <Row aria-live="polite">
        <Cell colSpan={columns} className="text-mute">
          {text}
        </Cell>
      </Row>
      <SkeletonRows columns={columns} rows={rows - 1} />
    </>
  );
}

/** Grey placeholder rows of the expected size. */
export function SkeletonRows({ columns, rows }: { columns: number; rows: number }) {
  return Array.from({ length: rows }, (_, row) => (
    <Row key={row} aria-hidden="true">
      {Array.from({ length: columns }, (_, column) => (
        <Cell key={column}>
          <Skeleton className={(row + column) % 3 === 0 ? "h-3 w-3/5" : "h-3 w-2/5"} />
        </Cell>
      ))}
    </Row>
  ));
}
