import { LOGIN } from "../../../session/access.ts";
import type { PageDefinition } from "../../parts/page-definition.ts";

export const page: PageDefinition = {
  paths: [LOGIN],
  access: "signed-out",
  load: () => import("./LoginPage.tsx"),
};
