import type { PageDefinition } from "../../parts/page-definition.ts";

export const page: PageDefinition = {
  paths: ["/audit"],
  access: "team",
  title: "Audit Log",
  load: () => import("./AuditPage.tsx"),
};
