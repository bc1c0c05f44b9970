import { SANDBOX_LIMIT, SESSION_LIMIT_MS } from "@terrarium/contract/limits";
import { CREDITS_DOLLARS, type PlanName, PRO_DOLLARS_PER_MONTH } from "@terrarium/contract/pricing";

const HOUR_MS = 3_600_000;
const hours = (limitMs: number): string => {
  const count = limitMs / HOUR_MS;
  return `${count} ${count === 1 ? "hour" : "hours"}`;
};
const credits = `One-time $${CREDITS_DOLLARS} credits`;
const limits = (plan: PlanName) => [
  `Sandbox sessions up to ${hours(SESSION_LIMIT_MS[plan])}`,
  `Up to ${SANDBOX_LIMIT[plan]} concurrent sandboxes`,
];

export interface Plan {
  id: PlanName;
  name: string;
  price: string;
  /** After the price. */
  per: string;
  features: readonly string[];
}

export const PLANS: readonly Plan[] = [
  {
    id: "hobby",
    name: "Hobby",
    price: "Free",
    per: "",
    features: [credits, "Community support", ...limits("hobby")],
  },
  {
    id: "pro",
    name: "Pro",
    price: `$${PRO_DOLLARS_PER_MONTH}`,
    per: "/month",
    features: [
      credits,
      "Dedicated Slack channel with live support",
      "Prioritized features",
      "Customizable sandbox compute",
      ...limits("pro"),
    ],
  },
];
