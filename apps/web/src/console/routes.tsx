import { type ComponentType, lazy, Suspense, useState } from "react";
import { Navigate, Route, Routes } from "react-router";
import {
  type ConsoleScreen,
  decideAccess,
  GUIDES_PATH,
  INVITE_CODE,
  LOGIN,
  PRIVACY,
  REGISTER,
  screenPath,
  TERMS,
} from "../session/access.ts";
import { useSession } from "../session/store.ts";
import { fetchCode } from "../ui/late-view.ts";
import { GUIDES } from "./pages/guides/guides.ts";

/** A screen whose code is fetched when it is first wanted. */
function screen<Name extends string>(name: Name, load: () => Promise<Record<Name, ComponentType>>) {
  let file: ReturnType<typeof load> | undefined;
  let Loaded: ComponentType | undefined;
  const fetch = () =>
    (file ??= fetchCode(load).then(
      (loaded) => {
        Loaded = loaded[name];
        return loaded;
      },
      (error: unknown) => {
        // Asked for again the next time.
        file = undefined;
        throw error;
      },
    ));
  const Late = lazy<ComponentType>(async () => ({ default: (await fetch())[name] }));
  // What is there is shown at once: React holds back for 300 ms what has made it wait.
  function Screen() {
    const [Component] = useState<ComponentType>(() => Loaded ?? Late);
    return <Component />;
  }
  return { fetch, Screen };
}

const login = screen("LoginPage", () => import("./pages/login/LoginPage.tsx"));
const register = screen("RegisterPage", () => import("./pages/register/RegisterPage.tsx"));
const oauthReturn = screen("OAuthReturnPage", async () => {
  // A sign-in that fails is told on the sign-in page by a message, and the network may be what failed.
  const page = import("./pages/oauth-return/OAuthReturnPage.tsx");
  await Promise.all([page, login.fetch(), import("../ui/Toaster.tsx")]);
  return await page;
});
const inviteCode = screen("InviteCodePage", () => import("./pages/invite-code/InviteCodePage.tsx"));
const terms = screen("TermsPage", () => import("./pages/legal/LegalPage.tsx"));
const privacy = screen("PrivacyPage", () => import("./pages/legal/LegalPage.tsx"));
const guidePage = screen("GuidePage", () => import("./pages/guides/GuidePage.tsx"));
const notFound = screen("NotFoundPage", () => import("./pages/not-found/NotFoundPage.tsx"));
const layout = screen("ConsoleLayout", async () => {
  const { ConsoleLayout, loadAhead } = await import("./layout/ConsoleLayout.tsx");
  loadAhead();
  return { ConsoleLayout };
});

const OUTSIDE = {
  [LOGIN]: login,
  [REGISTER]: register,
  [INVITE_CODE]: inviteCode,
  [TERMS]: terms,
  [PRIVACY]: privacy,
  ...Object.fromEntries(GUIDES.map((guide) => [`${GUIDES_PATH}/${guide}`, guidePage])),
  "/logining/github": oauthReturn,
  "/logining/google": oauthReturn,
};

/** The pages inside the console's layout. */
const INSIDE = {
  "/sandboxes": screen("SandboxesPage", () => import("./pages/sandboxes/SandboxesPage.tsx")),
  "/sandboxes/:id": screen("SandboxPage", () => import("./pages/sandbox/SandboxPage.tsx")),
  "/templates": screen("TemplatesPage", () => import("./pages/templates/TemplatesPage.tsx")),
  "/snapshots": screen("SnapshotsPage", () => import("./pages/snapshots/SnapshotsPage.tsx")),
  "/usage": screen("UsagePage", () => import("./pages/usage/UsagePage.tsx")),
  "/team": screen("TeamPage", () => import("./pages/team/TeamPage.tsx")),
  "/audit": screen("AuditPage", () => import("./pages/audit/AuditPage.tsx")),
  "/billing": screen("BillingPage", () => import("./pages/billing/BillingPage.tsx")),
  "/budget": screen("BudgetPage", () => import("./pages/budget/BudgetPage.tsx")),
  "/account": screen("AccountPage", () => import("./pages/account/AccountPage.tsx")),
  "/api-keys": screen("ApiKeysPage", () => import("./pages/api-keys/ApiKeysPage.tsx")),
  "/webhooks": screen("WebhooksPage", () => import("./pages/webhooks/WebhooksPage.tsx")),
  "/playground": screen("PlaygroundPage", () => import("./pages/playground/PlaygroundPage.tsx")),
} satisfies Record<ConsoleScreen, unknown>;

/** Fetches the code of the screen that is shown to who asks for a path, all parts at once rather than one by one. */
export async function fetchScreen(path: string): Promise<void> {
  const { token, isInviteVerified } = useSession.getState();
  const asked = path === "/" ? LOGIN : screenPath(path);
  const access = decideAccess({ path: asked, token, isInviteVerified, host: window.location.host, alphaHost: null });
  const shown = access.kind === "redirect" ? access.to : asked;
  const inside = Object.entries(INSIDE).find(([start]) => shown === start)?.[1];
  const outside = Object.entries(OUTSIDE).find(([start]) => shown === start)?.[1] ?? notFound;
  const parts = inside === undefined ? [outside] : [layout, inside];
  // A failure shows when React asks for the same code.
  await Promise.allSettled(parts.map((part) => part.fetch()));
}

const routesOf = (screens: Record<string, { Screen: ComponentType }>) =>
  Object.entries(screens).map(([path, { Screen }]) => (
    <Route key={path} path={path} caseSensitive element={<Screen />} />
  ));

export function ConsoleRoutes() {
  return (
    <Suspense>
      <Routes>
        <Route path="/" element={<Navigate to={LOGIN} replace />} />
        {routesOf(OUTSIDE)}
        <Route element={<layout.Screen />}>{routesOf(INSIDE)}</Route>
        <Route path="*" element={<notFound.Screen />} />
      </Routes>
    </Suspense>
  );
}
