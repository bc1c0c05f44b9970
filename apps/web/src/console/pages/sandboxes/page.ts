import { HOME } from "../../../session/access.ts";
import type { PageDefinition } from "../../parts/page-definition.ts";

export const page: PageDefinition = {
  paths: [HOME],
  access: "team",
  title: "Sandboxes",
  load: () => import("./SandboxesPage.tsx"),
};
