import { type ComponentType, lazy, Suspense } from "react";
import { Navigate, Route, Routes } from "react-router";
import { LOGIN, type ConsoleScreen } from "../session/access.ts";

/** A screen whose code is fetched when it is first wanted. */
function screen<Name extends string>(name: Name, load: () => Promise<Record<Name, ComponentType>>) {
  let file: ReturnType<typeof load> | undefined;
  const fetchOnce = () => (file ??= load());
  return { fetch: fetchOnce, Screen: lazy(async () => ({ default: (await fetchOnce())[name] })) };
}

const login = screen("LoginPage", () => import("./pages/login/LoginPage.tsx"));
const register = screen("RegisterPage", () => import("./pages/register/RegisterPage.tsx"));
const oauthReturn = screen("OAuthReturnPage", () => import("./pages/oauth-return/OAuthReturnPage.tsx"));
const inviteCode = screen("InviteCodePage", () => import("./pages/invite-code/InviteCodePage.tsx"));
const notFound = screen("NotFoundPage", () => import("./pages/not-found/NotFoundPage.tsx"));
const layout = screen("ConsoleLayout", () => import("./layout/ConsoleLayout.tsx"));

const OUTSIDE = {
  [LOGIN]: login,
  "/register": register,
  "/invite-code": inviteCode,
  "/logining/github": oauthReturn,
  "/logining/google": oauthReturn,
};

/** The pages inside the console's layout. */
const INSIDE = {
  "/sandboxes": screen("SandboxesPage", () => import("./pages/sandboxes/SandboxesPage.tsx")),
  "/templates": screen("TemplatesPage", () => import("./pages/templates/TemplatesPage.tsx")),
  "/usage": screen("UsagePage", () => import("./pages/usage/UsagePage.tsx")),
  "/team": screen("TeamPage", () => import("./pages/team/TeamPage.tsx")),
  "/audit": screen("AuditPage", () => import("./pages/audit/AuditPage.tsx")),
  "/billing": screen("BillingPage", () => import("./pages/billing/BillingPage.tsx")),
  "/budget": screen("BudgetPage", () => import("./pages/budget/BudgetPage.tsx")),
  "/account": screen("AccountPage", () => import("./pages/account/AccountPage.tsx")),
  "/api-keys": screen("ApiKeysPage", () => import("./pages/api-keys/ApiKeysPage.tsx")),
  "/playground": screen("PlaygroundPage", () => import("./pages/playground/PlaygroundPage.tsx")),
} satisfies Record<ConsoleScreen, unknown>;

/** Begins to fetch the code of the screen at a path, all parts at once rather than one after the other. */
export function preloadScreen(path: string): void {
  const inside = Object.entries(INSIDE).find(([start]) => path === start)?.[1];
  const outside = Object.entries(OUTSIDE).find(([start]) => path === start)?.[1];
  const wanted = inside === undefined ? [outside] : [layout, inside];
  // A failure shows when React asks for the same code.
  for (const part of wanted) part?.fetch().catch(() => undefined);
}

const routesOf = (screens: Record<string, { Screen: ComponentType }>) =>
  Object.entries(screens).map(([path, { Screen }]) => <Route key={path} path={path} element={<Screen />} />);

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
