import { SANDBOX_LIMIT, SESSION_LIMIT_MS } from "@terrarium/contract/limits";
import { CREDITS_DOLLARS, type PlanName, PRO_DOLLARS_PER_MONTH } from "@terrarium/contract/pricing";
import { t } from "../../../language/text.ts";

const HOUR_MS = 3_600_000;

export interface Plan {
  id: PlanName;
  name: string;
  price: string;
  /** Text after the price. */
  per: string;
  credits: string;
  features: readonly string[];
}

function limits(plan: PlanName): string[] {
  const hours = SESSION_LIMIT_MS[plan] / HOUR_MS;
  return [
    hours === 1 ? t("Sandbox sessions up to 1 hour") : t("Sandbox sessions up to {hours} hours", { hours }),
    t("Up to {count} concurrent sandboxes", { count: SANDBOX_LIMIT[plan] }),
  ];
}

/** Returns the available plans in the current language. */
export function plans(): readonly Plan[] {
  const credits = t("One-time ${dollars} credits", { dollars: CREDITS_DOLLARS });
  return [
    {
      id: "hobby",
      name: t("Hobby"),
      price: t("Free"),
      per: "",
      credits,
      features: [t("Community support"), ...limits("hobby")],
    },
    {
      id: "pro",
      name: t("Pro"),
      price: `$${PRO_DOLLARS_PER_MONTH}`,
      per: t("/month"),
      credits,
      features: [
        t("Dedicated Slack channel with live support"),
        t("Prioritized features"),
        t("Customizable sandbox compute"),
        ...limits("pro"),
      ],
    },
  ];
}
