import type { PageDefinition } from "../../parts/page-definition.ts";

export const page: PageDefinition = {
  paths: ["/api-keys"],
  access: "team",
  title: "API Keys",
  load: () => import("./ApiKeysPage.tsx"),
};
