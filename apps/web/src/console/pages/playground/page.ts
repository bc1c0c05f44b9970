import type { PageDefinition } from "../../parts/page-definition.ts";

export const page: PageDefinition = {
  paths: ["/playground"],
  access: "team",
  title: "Playground",
  load: () => import("./PlaygroundPage.tsx"),
};
