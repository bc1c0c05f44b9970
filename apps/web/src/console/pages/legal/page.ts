import { PRIVACY, TERMS } from "../../../session/access.ts";
import type { PageDefinition } from "../../parts/page-definition.ts";

export const page: PageDefinition = {
  paths: [TERMS, PRIVACY],
  access: "anyone",
  load: () => import("./LegalPage.tsx"),
};
