import "../api/zod-without-eval.ts";
import { lazy, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import "../ui/theme.css";
import { AccessGuard } from "../session/AccessGuard.tsx";
import { followTheme } from "../ui/theme.ts";
import { ConsoleRoutes } from "./routes.tsx";

const Toaster = lazy(() => import("../ui/Toaster.tsx").then((file) => ({ default: file.Toaster })));

followTheme();
const root = document.querySelector("#root");
if (root === null) throw new Error("The page has no #root element");
createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <AccessGuard>
        <ConsoleRoutes />
      </AccessGuard>
    </BrowserRouter>
    <Suspense>
      <Toaster />
    </Suspense>
  </StrictMode>,
);
