import { ScrollText } from "lucide-react";
import type { PageLink } from "../../parts/page-definition.ts";
import { canReadAudit } from "../team/team-rules.ts";
import { page } from "./page.ts";

export const link: PageLink = { page, place: "resources", order: 3, icon: ScrollText, isFor: canReadAudit };
