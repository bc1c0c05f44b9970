import "../ui/theme.css";
import { mountPage } from "../mount-page.tsx";
import { ToasterSlot } from "../ui/ToasterSlot.tsx";
import { Failure } from "./parts/Failure.tsx";
import { Viewer } from "./Viewer.tsx";

function ViewerPage() {
  return (
    <Failure size="window">
      <Viewer />
      <ToasterSlot />
    </Failure>
  );
}

void mountPage(ViewerPage);
