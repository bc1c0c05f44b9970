import { type ComponentType, Suspense } from "react";
import { Navigate, Route, Routes } from "react-router";
import {
  type ConsoleScreen,
  decideAccess,
  GUIDES_PATH,
  HOME,
  INVITE_CODE,
  LOGIN,
  PRIVACY,
  REGISTER,
  screenPath,
  TERMS,
} from "../session/access.ts";
import { useSession } from "../session/store.ts";
import { lateComponent } from "../viewer/parts/late-view.tsx";
import { GUIDES } from "./pages/guides/guides.ts";

const login = lateComponent("LoginPage", () => import("./pages/login/LoginPage.tsx"));
const register = lateComponent("RegisterPage", () => import("./pages/register/RegisterPage.tsx"));
const oauthReturn = lateComponent("OAuthReturnPage", async () => {
  // The code allows one exchange. The pages that show its result are loaded first, because the server may be
  // unreachable afterwards.
  const page = import("./pages/oauth-return/OAuthReturnPage.tsx");
  await Promise.all([page, login.fetch(), layout.fetch(), INSIDE[HOME].fetch(), import("../ui/Toaster.tsx")]);
  return await page;
});
const inviteCode = lateComponent("InviteCodePage", () => import("./pages/invite-code/InviteCodePage.tsx"));
const terms = lateComponent("TermsPage", () => import("./pages/legal/LegalPage.tsx"));
const privacy = lateComponent("PrivacyPage", () => import("./pages/legal/LegalPage.tsx"));
const guidePage = lateComponent("GuidePage", () => import("./pages/guides/GuidePage.tsx"));
const notFound = lateComponent("NotFoundPage", () => import("./pages/not-found/NotFoundPage.tsx"));
const layout = lateComponent("ConsoleLayout", async () => {
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

/** Pages inside the console's layout. */
const INSIDE = {
  "/sandboxes": lateComponent("SandboxesPage", () => import("./pages/sandboxes/SandboxesPage.tsx")),
  "/sandboxes/:id": lateComponent("SandboxPage", () => import("./pages/sandbox/SandboxPage.tsx")),
  "/templates": lateComponent("TemplatesPage", () => import("./pages/templates/TemplatesPage.tsx")),
  "/snapshots": lateComponent("SnapshotsPage", () => import("./pages/snapshots/SnapshotsPage.tsx")),
  "/usage": lateComponent("UsagePage", () => import("./pages/usage/UsagePage.tsx")),
  "/team": lateComponent("TeamPage", () => import("./pages/team/TeamPage.tsx")),
  "/audit": lateComponent("AuditPage", () => import("./pages/audit/AuditPage.tsx")),
  "/billing": lateComponent("BillingPage", () => import("./pages/billing/BillingPage.tsx")),
  "/budget": lateComponent("BudgetPage", () => import("./pages/budget/BudgetPage.tsx")),
  "/account": lateComponent("AccountPage", () => import("./pages/account/AccountPage.tsx")),
  "/api-keys": lateComponent("ApiKeysPage", () => import("./pages/api-keys/ApiKeysPage.tsx")),
  "/webhooks": lateComponent("WebhooksPage", () => import("./pages/webhooks/WebhooksPage.tsx")),
  "/playground": lateComponent("PlaygroundPage", () => import("./pages/playground/PlaygroundPage.tsx")),
} satisfies Record<ConsoleScreen, unknown>;

/** Loads the code of a path's screen, all parts in parallel. */
export async function fetchScreen(path: string): Promise<void> {
  const { token, isInviteVerified } = useSession.getState();
  const asked = path === "/" ? LOGIN : screenPath(path);
  const access = decideAccess({ path: asked, token, isInviteVerified, host: window.location.host, alphaHost: null });
  const shown = access.kind === "redirect" ? access.to : asked;
  const inside = Object.entries(INSIDE).find(([start]) => shown === start)?.[1];
  const outside = Object.entries(OUTSIDE).find(([start]) => shown === start)?.[1] ?? notFound;
  const parts = inside === undefined ? [outside] : [layout, inside];
  // A failure shows when React requests the same code.
  await Promise.allSettled(parts.map((part) => part.fetch()));
}

const routesOf = (screens: Record<string, { Late: ComponentType }>) =>
  Object.entries(screens).map(([path, { Late }]) => <Route key={path} path={path} caseSensitive element={<Late />} />);

export function ConsoleRoutes() {
  return (
    <Suspense>
      <Routes>
        <Route path="/" element={<Navigate to={LOGIN} replace />} />
        {routesOf(OUTSIDE)}
        <Route element={<layout.Late />}>{routesOf(INSIDE)}</Route>
        <Route path="*" element={<notFound.Late />} />
      </Routes>
    </Suspense>
  );
}
