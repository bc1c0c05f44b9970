import { Wallet } from "lucide-react";
import type { PageLink } from "../../parts/page-definition.ts";
import { page } from "./page.ts";

export const link: PageLink = { page, place: "costs", order: 2, icon: Wallet };
