import { GUIDES_PATH } from "../../../session/access.ts";
import type { PageDefinition } from "../../parts/page-definition.ts";
import { GUIDES } from "./guides.ts";

export const page: PageDefinition = {
  paths: GUIDES.map((guide) => `${GUIDES_PATH}/${guide}`),
  access: "anyone",
  load: () => import("./GuidePage.tsx"),
};
