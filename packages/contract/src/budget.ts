import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { OrganizationId, Timestamp } from "./fields.ts";
import { BUDGET_THRESHOLDS_PERCENT, CENTS_PER_DOLLAR, isInCents, MAX_BUDGET_DOLLARS } from "./pricing.ts";

/** Dollars as entered. Negative amounts count as 0. */
const Dollars = z
  .number()
  .max(MAX_BUDGET_DOLLARS, `must be ${MAX_BUDGET_DOLLARS} at most`)
  .refine((dollars) => dollars < 0 || isInCents(dollars), "must have two decimals at most")
  .transform((dollars) => Math.max(Math.round(dollars * CENTS_PER_DOLLAR) / CENTS_PER_DOLLAR, 0));

export const Budget = z.object({
  limitEnabled: z.boolean(),
  limitDollars: z.number(),
  alertDollars: z.number().describe("0: no alert"),
  from: Timestamp.describe("The period is the calendar month in UTC"),
  to: Timestamp,
  usedMicroDollars: z.number().int().describe("Cost of this period so far"),
  creditsMicroDollars: z.number().int().describe("Remaining credits"),
  isExceeded: z
    .boolean()
    .describe("Blocks new sandboxes and API requests until the limit is raised or the period ends"),
  notifiedEmail: z.string().nullable().describe("The owner's e-mail address; null: unknown, so no e-mail is sent"),
  thresholdsPercent: z.array(z.number().int()).describe(`Of the limit: ${BUDGET_THRESHOLDS_PERCENT.join(", ")}`),
});
export type Budget = z.infer<typeof Budget>;

export const getBudget = defineEndpoint({
  name: "getBudget",
  method: "POST",
  path: "/api/v1/budget/get_budget",
  access: "session",
  summary: "A team's budget limit, alert, cost this month and credits",
  tag: "budget",
  body: z.strictObject({ organizationId: OrganizationId }),
  response: Budget,
});

/** Limits that stop a team from starting sandboxes, or are about to. */
export const TeamLimits = z.object({
  budget: z
    .object({
      limitDollars: z.number(),
      usedMicroDollars: z.number().int(),
      to: Timestamp.describe("Time until which it applies"),
    })
    .nullable()
    .describe("null: the budget limit is not reached. Checked every few seconds"),
  sandboxes: z.object({ count: z.number().int().describe("Sandboxes that start or run"), limit: z.number().int() }),
});
export type TeamLimits = z.infer<typeof TeamLimits>;

export const getTeamLimits = defineEndpoint({
  name: "getTeamLimits",
  method: "POST",
  path: "/api/v1/budget/get_team_limits",
  access: "session",
  summary: "Whether a team has reached its budget limit or its number of sandboxes",
  tag: "budget",
  body: z.strictObject({ organizationId: OrganizationId }),
  response: TeamLimits,
});

export const updateBudget = defineEndpoint({
  name: "updateBudget",
  method: "POST",
  path: "/api/v1/budget/update_budget",
  access: "session",
  summary: "Set the budget limit, the alert or both; omitted fields are unchanged. For owners and admins",
  tag: "budget",
  body: z.strictObject({
    organizationId: OrganizationId,
    limitEnabled: z.boolean().optional(),
    limitDollars: Dollars.optional(),
    alertDollars: Dollars.optional(),
  }),
  response: Budget,
  errors: ["role_required"],
});
