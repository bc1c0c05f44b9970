import type { PageDefinition } from "../../parts/page-definition.ts";

export const page: PageDefinition = {
  paths: ["/team"],
  access: "team",
  title: "Team",
  load: () => import("./TeamPage.tsx"),
};
