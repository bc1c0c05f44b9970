import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { Dialog as Radix } from "radix-ui";
import { Suspense, useEffect, useState } from "react";
import { Outlet } from "react-router";
import { messageOf } from "../../api/api-error.ts";
import { queryClient, sessionQuery } from "../../api/query-client.ts";
import { t } from "../../language/text.ts";
import { sessionErrorMessage } from "../../session/session-error.ts";
import { useSession } from "../../session/store.ts";
import { useLostTeam } from "../../session/use-lost-team.ts";
import { Button } from "../../ui/Button.tsx";
import { toast } from "../../ui/toast.ts";
import { PaletteProvider } from "../palette/PaletteProvider.tsx";
import { NavigationContext } from "./navigation-context.ts";
import { Sidebar } from "./Sidebar.tsx";

/** The frame of every console page: the sidebar, on narrow screens as a sheet, and the page beside it. */
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
        {t("Skip to the page")}
      </a>
      <div className="grid min-h-dvh lg:grid-cols-[224px_minmax(0,1fr)]">
        <aside className="sticky top-0 h-dvh border-r border-line max-lg:hidden">
          <Sidebar />
        </aside>
        <div id="page" className="flex min-w-0 flex-col">
          <PaletteProvider>
            <SessionGate />
          </PaletteProvider>
        </div>
      </div>
      <Radix.Root open={isSheetOpen} onOpenChange={setIsSheetOpen}>
        <Radix.Portal>
          <Radix.Overlay className="fixed inset-0 z-40 animate-[appear_140ms_var(--ease-out)] bg-overlay lg:hidden" />
          <Radix.Content
            aria-describedby={undefined}
            className="fixed inset-y-0 left-0 z-50 w-64 animate-[slide-in_180ms_var(--ease-out)] border-r border-line2 bg-bg shadow-overlay focus:outline-none lg:hidden"
          >
            <Radix.Title className="sr-only">{t("Navigation")}</Radix.Title>
            <Sidebar onNavigate={() => setIsSheetOpen(false)} />
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </NavigationContext>
  );
}

/** Loads the user and the teams; shows the page as soon as there is a current team. */
function SessionGate() {
  const { token, team } = useSession();
  const { error, isFetching, refetch } = useQuery(sessionQuery(token));
  useLostTeam();
  useEffect(() => {
    if (error === null) return;
    console.error("The user could not be loaded", error);
    toast.error(sessionErrorMessage(error));
  }, [error]);
  if (team !== null)
    return (
      <Suspense>
        {/* A page begins anew for another team: what is open on it belongs to the team that it was opened for. */}
        <Outlet key={team.id} />
      </Suspense>
    );
  if (error === null) return null;
  return (
    <div role="alert" className="m-auto max-w-96 p-5 text-center">
      <p className="font-medium">{sessionErrorMessage(error)}</p>
      <p className="mt-1.5 text-sm text-mute">{messageOf(error)}</p>
      <Button className="mt-5" onClick={() => void refetch()} isBusy={isFetching}>
        {t("Try Again")}
      </Button>
    </div>
  );
}
