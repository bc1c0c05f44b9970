import type { PageDefinition } from "../../parts/page-definition.ts";

export const page: PageDefinition = {
  paths: ["/snapshots"],
  access: "team",
  title: "Snapshots",
  load: () => import("./SnapshotsPage.tsx"),
};
