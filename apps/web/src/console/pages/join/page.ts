import { JOIN_PATH } from "../../../session/access.ts";
import type { PageDefinition } from "../../parts/page-definition.ts";

export const page: PageDefinition = {
  paths: [`${JOIN_PATH}/:code`],
  access: "team",
  title: "Join Organization",
  load: () => import("./JoinPage.tsx"),
};
