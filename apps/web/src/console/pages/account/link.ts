import { CircleUserRound } from "lucide-react";
import type { PageLink } from "../../parts/page-definition.ts";
import { page } from "./page.ts";

export const link: PageLink = { page, place: "elsewhere", order: 1, icon: CircleUserRound };
