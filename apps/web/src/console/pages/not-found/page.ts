import type { PageDefinition } from "../../parts/page-definition.ts";

export const page: PageDefinition = {
  paths: ["*"],
  access: "anyone",
  load: () => import("./NotFoundPage.tsx"),
};
