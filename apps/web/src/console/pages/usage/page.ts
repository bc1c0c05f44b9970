import type { PageDefinition } from "../../parts/page-definition.ts";

export const page: PageDefinition = {
  paths: ["/usage"],
  access: "team",
  title: "Usage",
  load: () => import("./UsagePage.tsx"),
};
