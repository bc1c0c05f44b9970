import { Receipt } from "lucide-react";
import type { PageLink } from "../../parts/page-definition.ts";
import { page } from "./page.ts";

export const link: PageLink = { page, place: "costs", order: 3, icon: Receipt };
