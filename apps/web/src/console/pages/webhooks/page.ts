import type { PageDefinition } from "../../parts/page-definition.ts";

export const page: PageDefinition = {
  paths: ["/webhooks"],
  access: "team",
  title: "Webhooks",
  load: () => import("./WebhooksPage.tsx"),
};
