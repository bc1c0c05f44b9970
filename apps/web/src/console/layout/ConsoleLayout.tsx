import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Navigate, Outlet } from "react-router";
import { messageOf } from "../../api/api-error.ts";
import { queryClient, sessionQuery } from "../../api/query-client.ts";
import { sessionErrorMessage } from "../../api/session-error.ts";
import { useLostTeam } from "../../api/use-lost-team.ts";
import { t } from "../../language/text.ts";
import { INVITE_CODE } from "../../session/access.ts";
import { useSession } from "../../session/store.ts";
import { Button } from "../../ui/Button.tsx";
import { lateDialog } from "../../viewer/parts/late-view.tsx";
import { PaletteProvider } from "../palette/PaletteProvider.tsx";
import { NavigationContext } from "./navigation-context.ts";
import { PagePlace, PageSkeleton } from "./PagePlace.tsx";
import { Sidebar } from "./Sidebar.tsx";

const NavigationSheet = lateDialog("NavigationSheet", () => import("./NavigationSheet.tsx"));

/** Starts loading the user and the teams before the page renders, unless loading was tried before. */
export function loadAhead(): void {
  const query = sessionQuery(useSession.getState().token);
  if (useSession.getState().token !== null && queryClient.getQueryState(query.queryKey) === undefined)
    void queryClient.prefetchQuery(query);
}

/** Layout of every console page: the sidebar, shown as a sheet on narrow screens, and the page next to it. */
export function ConsoleLayout() {
  return (
    <QueryClientProvider client={queryClient}>
      <Frame />
    </QueryClientProvider>
  );
}

function Frame() {
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  return (
    <NavigationContext value={() => setIsSheetOpen(true)}>
      <a
        href="#page"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-accent px-3 py-1.5 text-sm text-accent-ink focus:translate-y-0"
      >
        {t("Skip to content")}
      </a>
      <div className="grid min-h-dvh lg:grid-cols-[224px_minmax(0,1fr)] screen-only:grid-cols-1!">
        <aside className="sticky top-0 h-dvh border-r border-line max-lg:hidden screen-only:hidden">
          <Sidebar />
        </aside>
        <div id="page" className="flex min-w-0 flex-col">
          <PaletteProvider>
            <SessionGate />
          </PaletteProvider>
        </div>
      </div>
      {isSheetOpen && <NavigationSheet onClose={() => setIsSheetOpen(false)} />}
    </NavigationContext>
  );
}

/** Loads the user and the teams. Shows the page as soon as there is a current team. */
function SessionGate() {
  const { token, team, isInviteVerified } = useSession();
  const { isPending, error, isFetching, refetch } = useQuery(sessionQuery(token));
  useLostTeam();
  if (team !== null)
    return (
      // Remount the page for another team: open dialogs and selections belong to the previous team.
      <PagePlace key={team.id}>
        <Outlet />
      </PagePlace>
    );
  if (isPending) return <PageSkeleton />;
  // Loaded without a team: the server requires a code, even if the request for its alpha host failed.
  if (error === null && !isInviteVerified) return <Navigate to={INVITE_CODE} replace />;
  return (
    <div role="alert" className="m-auto max-w-96 p-5 text-center">
      <p className="font-medium">{sessionErrorMessage(error)}</p>
      {error !== null && <p className="mt-1.5 text-sm text-mute">{messageOf(error)}</p>}
      <Button className="mt-5" onClick={() => void refetch()} isBusy={isFetching}>
        {t("Try Again")}
      </Button>
    </div>
  );
}
