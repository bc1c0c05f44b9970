import type { PageDefinition } from "../../parts/page-definition.ts";

export const page: PageDefinition = {
  paths: ["/budget"],
  access: "team",
  title: "Budget",
  load: () => import("./BudgetPage.tsx"),
};
