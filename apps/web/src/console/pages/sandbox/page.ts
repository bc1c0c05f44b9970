import type { PageDefinition } from "../../parts/page-definition.ts";

export const page: PageDefinition = {
  paths: ["/sandboxes/:id"],
  access: "team",
  title: "Sandboxes",
  load: () => import("./SandboxPage.tsx"),
};
