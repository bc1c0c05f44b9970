import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { t } from "../../language/text.ts";
import { cx } from "../../ui/cx.ts";
import { pageWindow } from "../../ui/page-window.ts";

export interface PaginationProps {
  page: number;
  pageCount: number;
  /** Number of entries. Undefined while unknown. */
  total: number | undefined;
  /** Entries beyond this number are neither counted nor paged. */
  most?: number;
  pageSize: number;
  /** Controls before the links. */
  children?: ReactNode;
}

const LINK = "grid h-7.5 min-w-7.5 place-items-center rounded-md px-1.5 font-mono text-xs font-medium";

/** Links to the pages of a list. The current page is the address parameter `page`. */
export function Pagination({ page, pageCount, total, most = Infinity, pageSize, children }: PaginationProps) {
  const counted = total === undefined ? undefined : Math.min(total, most);
  const rangeWords = (range: string, of: number) =>
    total === of
      ? t("{range} of {total}", { range, total: of })
      : t("{range} of more than {total}", { range, total: of });
  const first = (page - 1) * pageSize + 1;
  return (
    <nav aria-label={t("Pages")} className="flex min-h-7.5 flex-wrap items-center justify-end gap-1">
      <p className="mr-auto font-mono text-xs text-mute tabular-nums">
        {total === 0 && t("{range} of {total}", { range: 0, total })}
        {counted !== undefined && counted > 0 && rangeWords(`${first}–${Math.min(counted, page * pageSize)}`, counted)}
      </p>
      {children}
      <PageLink to={page - 1} isEnabled={page > 1} label={t("Previous")}>
        <ChevronLeft className="size-4" aria-hidden="true" />
      </PageLink>
      {pageWindow(page, pageCount).map((link, index, links) =>
        link === "gap" ? (
          <span key={`after ${links[index - 1]}`} className={cx(LINK, "text-faint")}>
            …
          </span>
        ) : (
          <PageLink key={link} to={link} isEnabled isCurrent={link === page} label={t("Page {page}", { page: link })}>
            {link}
          </PageLink>
        ),
      )}
      <PageLink to={page + 1} isEnabled={page < pageCount} label={t("Next")}>
        <ChevronRight className="size-4" aria-hidden="true" />
      </PageLink>
    </nav>
  );
}

interface PageLinkProps {
  to: number;
  isEnabled: boolean;
  isCurrent?: boolean;
  label: string;
  children: ReactNode;
}

function PageLink({ to, isEnabled, isCurrent = false, label, children }: PageLinkProps) {
  const [parameters] = useSearchParams();
  const target = new URLSearchParams(parameters);
  if (to === 1) target.delete("page");
  else target.set("page", String(to));
  if (!isEnabled)
    return (
      <span aria-hidden="true" className={cx(LINK, "text-faint opacity-50")}>
        {children}
      </span>
    );
  return (
    <Link
      to={{ search: target.toString() }}
      aria-label={label}
      aria-current={isCurrent ? "page" : undefined}
      className={cx(
        LINK,
        "border transition-colors",
        isCurrent ? "border-line2 bg-panel text-text" : "border-transparent text-mute hover:bg-raised hover:text-text",
      )}
    >
      {children}
    </Link>
  );
}
