import type { PageDefinition } from "../../parts/page-definition.ts";

export const page: PageDefinition = {
  paths: ["/billing"],
  access: "team",
  title: "Billing",
  load: () => import("./BillingPage.tsx"),
};
