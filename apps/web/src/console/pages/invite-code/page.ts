import { INVITE_CODE } from "../../../session/access.ts";
import type { PageDefinition } from "../../parts/page-definition.ts";

export const page: PageDefinition = {
  paths: [INVITE_CODE],
  access: "invite",
  load: () => import("./InviteCodePage.tsx"),
};
