import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import "../ui/theme.css";
import { AccessGuard } from "../session/AccessGuard.tsx";
import { followTheme } from "../ui/theme.ts";
import { ToasterSlot } from "../ui/ToasterSlot.tsx";
import { Failure } from "./Failure.tsx";
import { ConsoleRoutes, preloadScreen } from "./routes.tsx";

preloadScreen(window.location.pathname);
followTheme();
const root = document.querySelector("#root");
if (root === null) throw new Error("The page has no #root element");
createRoot(root).render(
  <StrictMode>
    <Failure>
      <BrowserRouter>
        <AccessGuard>
          <ConsoleRoutes />
        </AccessGuard>
      </BrowserRouter>
      <ToasterSlot />
    </Failure>
  </StrictMode>,
);
