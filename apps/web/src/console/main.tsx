import { BrowserRouter } from "react-router";
import "../ui/theme.css";
import { mountPage } from "../mount-page.tsx";
import { ToasterSlot } from "../ui/ToasterSlot.tsx";
import { Failure } from "../viewer/parts/Failure.tsx";
import { AccessGuard } from "./AccessGuard.tsx";
import { ConsoleRoutes, fetchPage } from "./routes.tsx";

function Console() {
  return (
    <Failure size="window">
      <BrowserRouter>
        <AccessGuard>
          <ConsoleRoutes />
        </AccessGuard>
      </BrowserRouter>
      <ToasterSlot />
    </Failure>
  );
}

void mountPage(Console, fetchPage(window.location.pathname));
