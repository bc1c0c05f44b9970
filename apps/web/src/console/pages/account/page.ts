import type { PageDefinition } from "../../parts/page-definition.ts";

export const page: PageDefinition = {
  paths: ["/account"],
  access: "team",
  title: "Account",
  load: () => import("./AccountPage.tsx"),
};
