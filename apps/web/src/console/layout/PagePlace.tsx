import { type ReactNode, Suspense } from "react";
import { useLocation } from "react-router";
import { t } from "../../language/text.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Failure } from "../../viewer/parts/Failure.tsx";
import { pageAt } from "../parts/pages.ts";
import { Page } from "./Page.tsx";

/**
 * Container of the current page next to the sidebar. A page that loads or fails keeps its header and does not affect
 * other pages.
 */
export function PagePlace({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <Failure key={pageAt(pathname)?.paths[0]} size="page" renderFrame={(notice) => <PageFrame>{notice}</PageFrame>}>
      <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
    </Failure>
  );
}

/** The header of the current address's page, above other content, such as a failure. */
function PageFrame({ children }: { children: ReactNode }) {
  const label = t(pageAt(useLocation().pathname)?.title ?? "Console");
  return (
    <Page title={<span className="uppercase">{label}</span>} documentTitle={label}>
      {children}
    </Page>
  );
}

/**
 * Placeholder until the page's code and the session are loaded. public/first-paint.js draws the same before any script
 * runs.
 */
export function PageSkeleton() {
  return (
    <PageFrame>
      <output aria-label={t("Loading...")} className="grid gap-3.5">
        <Skeleton className="h-8 w-60" />
        <Skeleton className="h-64 w-full rounded-[10px]!" />
      </output>
    </PageFrame>
  );
}
