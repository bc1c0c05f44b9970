import { useIsFetching } from "@tanstack/react-query";
import { CircleUserRound, Menu as MenuIcon } from "lucide-react";
import { type ReactNode, use } from "react";
import { NavLink } from "react-router";
import { t } from "../../language/text.ts";
import { useSession } from "../../session/store.ts";
import { buttonClass, IconButton } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { LanguageButton } from "../../ui/LanguageButton.tsx";
import { PaletteButton } from "../palette/PaletteButton.tsx";
import { useDocumentTitle } from "../parts/use-document-title.ts";
import { ClockBanner, LimitBanner } from "./LimitBanner.tsx";
import { NavigationContext } from "./navigation-context.ts";
import { ThemeMenu } from "./ThemeMenu.tsx";

export interface PageProps {
  /** Title in the header. */
  title: ReactNode;
  /** The content fills the rest of the window and scrolls within itself. */
  isFilled?: boolean;
  /** Title in the tab and the history. */
  documentTitle: string;
  /** Counts and times next to the title. */
  status?: ReactNode;
  children: ReactNode;
}

/** Matches queries without data. Queries that are only refetching already have data. */
const FIRST_DATA = { predicate: (query: { state: { status: string } }) => query.state.status === "pending" };

/** A console page: the header with its title, and the content. */
export function Page({ title, documentTitle, status, isFilled = false, children }: PageProps) {
  useDocumentTitle(documentTitle);
  const openNavigation = use(NavigationContext);
  const team = useSession((session) => session.team);
  const isBusy = useIsFetching(FIRST_DATA) > 0;
  return (
    <div className={isFilled ? "flex h-dvh flex-col" : "contents"}>
      <header className="sticky top-0 z-30 flex h-13 shrink-0 items-center gap-1.5 border-b border-line bg-bg pr-2 pl-3.5 sm:gap-3 sm:pr-4 sm:pl-5 screen-only:hidden">
        <IconButton label={t("Open navigation")} className="-ml-2 lg:hidden" onClick={openNavigation}>
          <MenuIcon className="size-4" />
        </IconButton>
        <h1
          className={cx(
            "font-mono text-sm font-medium tracking-[0.08em] whitespace-nowrap",
            isFilled && "min-w-0 truncate",
          )}
        >
          {title}
        </h1>
        {status}
        <span className="flex-1" />
        <PaletteButton />
        <LanguageButton className="-mr-2 px-2! max-md:hidden" />
        <ThemeMenu />
        <NavLink to="/account" aria-label={t("Account")} className={buttonClass("plain", "group -ml-1.5 max-sm:px-2!")}>
          <CircleUserRound className="size-4 text-mute group-aria-[current=page]:text-accent" aria-hidden="true" />
          <span className="max-sm:hidden">{t("Account")}</span>
        </NavLink>
      </header>
      {team !== null && <LimitBanner team={team} />}
      <ClockBanner />
      <main
        aria-busy={isBusy}
        className={cx("flex min-w-0 flex-1 flex-col", isFilled ? "min-h-0" : "gap-3.5 px-4 py-4 sm:px-5")}
      >
        {children}
      </main>
    </div>
  );
}
