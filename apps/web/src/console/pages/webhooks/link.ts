import { Webhook } from "lucide-react";
import type { PageLink } from "../../parts/page-definition.ts";
import { page } from "./page.ts";

export const link: PageLink = { page, place: "resources", order: 2, icon: Webhook };
