import type { PageDefinition } from "../../parts/page-definition.ts";

export const page: PageDefinition = {
  paths: ["/templates"],
  access: "team",
  title: "Templates",
  load: () => import("./TemplatesPage.tsx"),
};
