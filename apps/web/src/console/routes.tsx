import { type ComponentType, lazy, Suspense } from "react";
import { Navigate, Route, Routes } from "react-router";
import { LOGIN } from "../session/access.ts";

/** A page whose code is fetched when it is first shown. */
const page = <Name extends string>(name: Name, load: () => Promise<Record<Name, ComponentType>>) =>
  lazy(() => load().then((file) => ({ default: file[name] })));

const LoginPage = page("LoginPage", () => import("./pages/login/LoginPage.tsx"));
const RegisterPage = page("RegisterPage", () => import("./pages/register/RegisterPage.tsx"));
const OAuthReturnPage = page("OAuthReturnPage", () => import("./pages/oauth-return/OAuthReturnPage.tsx"));
const NotFoundPage = page("NotFoundPage", () => import("./pages/not-found/NotFoundPage.tsx"));
const ConsoleLayout = page("ConsoleLayout", () => import("./layout/ConsoleLayout.tsx"));
const SandboxesPage = page("SandboxesPage", () => import("./pages/sandboxes/SandboxesPage.tsx"));
const TemplatesPage = page("TemplatesPage", () => import("./pages/templates/TemplatesPage.tsx"));
const ApiKeysPage = page("ApiKeysPage", () => import("./pages/api-keys/ApiKeysPage.tsx"));
const PlaygroundPage = page("PlaygroundPage", () => import("./pages/playground/PlaygroundPage.tsx"));

export function ConsoleRoutes() {
  return (
    <Suspense>
      <Routes>
        <Route path="/" element={<Navigate to={LOGIN} replace />} />
        <Route path={LOGIN} element={<LoginPage />} />
        <Route path="/register" element={<RegisterPage />} />
        <Route path="/logining/github" element={<OAuthReturnPage />} />
        <Route path="/logining/google" element={<OAuthReturnPage />} />
        <Route element={<ConsoleLayout />}>
          <Route path="/sandboxes" element={<SandboxesPage />} />
          <Route path="/templates" element={<TemplatesPage />} />
          <Route path="/api-keys" element={<ApiKeysPage />} />
          <Route path="/playground" element={<PlaygroundPage />} />
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  );
}
