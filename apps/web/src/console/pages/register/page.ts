import { REGISTER } from "../../../session/access.ts";
import type { PageDefinition } from "../../parts/page-definition.ts";

export const page: PageDefinition = {
  paths: [REGISTER],
  access: "signed-out",
  load: () => import("./RegisterPage.tsx"),
};
