import "../ui/theme.css";
import { mountPage } from "../mount-page.tsx";
import { Viewer } from "./Viewer.tsx";

void mountPage(Viewer);
