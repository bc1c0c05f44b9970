import "../api/small-zod.ts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "../ui/theme.css";
import { followTheme } from "../ui/theme.ts";
import { Viewer } from "./Viewer.tsx";

followTheme();
const root = document.querySelector("#root");
if (root === null) throw new Error("The page has no #root element");
createRoot(root).render(
  <StrictMode>
    <Viewer />
  </StrictMode>,
);
