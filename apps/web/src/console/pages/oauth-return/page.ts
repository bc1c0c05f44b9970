import { HOME, LOGIN } from "../../../session/access.ts";
import type { PageDefinition } from "../../parts/page-definition.ts";

export const page: PageDefinition = {
  paths: ["/logining/github", "/logining/google"],
  access: "anyone",
  // The code allows one exchange. The pages that show its result are loaded first, because the server may be
  // unreachable afterwards.
  leadsTo: [LOGIN, HOME],
  load: () => import("./OAuthReturnPage.tsx"),
};
