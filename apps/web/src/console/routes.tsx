import { type ComponentType, Suspense } from "react";
import { Navigate, Route, Routes } from "react-router";
import { decideAccess, LOGIN } from "../session/access.ts";
import { useSession } from "../session/store.ts";
import { lateComponent } from "../viewer/parts/late-view.tsx";
import type { PageDefinition } from "./parts/page-definition.ts";
import { pageAt, PAGES } from "./parts/pages.ts";

/** A page with late-loaded code. */
interface LatePage {
  fetch: () => Promise<unknown>;
  Late: ComponentType;
}

const layout = lateComponent("ConsoleLayout", async () => {
  const { ConsoleLayout, loadAhead } = await import("./layout/ConsoleLayout.tsx");
  loadAhead();
  return { ConsoleLayout };
});

const SCREENS = new Map(PAGES.map((page): [PageDefinition, LatePage] => [page, screenOf(page)]));

function screenOf({ load, leadsTo }: PageDefinition): LatePage {
  return lateComponent("Page", async () => {
    const ahead = leadsTo && [...leadsTo.flatMap(partsAt).map((part) => part.fetch()), import("../ui/Toaster.tsx")];
    const [code] = await Promise.all([load(), ...(ahead ?? [])]);
    const [Page] = Object.values(code);
    if (Page === undefined) throw new Error("The file of a page exports no component");
    return { Page };
  });
}

/** Returns the parts of a path's page: the layout, if the page is inside of it, and the page itself. */
function partsAt(path: string): LatePage[] {
  const page = pageAt(path);
  const screen = page && SCREENS.get(page);
  if (screen === undefined) return [];
  return page?.access === "team" ? [layout, screen] : [screen];
}

/** Loads the code of a path's page, all parts in parallel. */
export async function fetchPage(path: string): Promise<void> {
  const { token, isInviteVerified } = useSession.getState();
  const asked = path === "/" ? LOGIN : path;
  const { access = "anyone" } = pageAt(asked) ?? {};
  const decision = decideAccess({ page: access, token, isInviteVerified, host: window.location.host, alphaHost: null });
  // A failure shows when React requests the same code.
  const shown = decision.kind === "redirect" ? decision.to : asked;
  await Promise.allSettled(partsAt(shown).map((part) => part.fetch()));
}

const routesOf = (isInside: boolean) =>
  [...SCREENS]
    .filter(([{ access }]) => (access === "team") === isInside)
    .flatMap(([{ paths }, { Late }]) =>
      paths.map((path) => <Route key={path} path={path} caseSensitive element={<Late />} />),
    );

export function ConsoleRoutes() {
  return (
    <Suspense>
      <Routes>
        <Route path="/" element={<Navigate to={LOGIN} replace />} />
        {routesOf(false)}
        <Route element={<layout.Late />}>{routesOf(true)}</Route>
      </Routes>
    </Suspense>
  );
}
