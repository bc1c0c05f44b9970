import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { OrganizationId, SandboxId, Timestamp } from "./fields.ts";
import { MAX_PAGE_SIZE, METADATA, USAGE_BREAKDOWN } from "./limits.ts";

export const USAGE_PERIODS = ["weekly", "monthly", "yearly"] as const;
export const UsagePeriod = z.enum(USAGE_PERIODS);
export type UsagePeriod = z.infer<typeof UsagePeriod>;

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

const UsageRequest = z.strictObject({
  organizationId: OrganizationId,
  period: UsagePeriod.default("monthly").describe(
    "weekly: the seven days of a week from Monday; monthly: the days of a month; yearly: the months of a year",
  ),
  timeZone: z
    .string()
    .max(64, { abort: true })
    .refine(isTimeZone, "must be a time zone such as Europe/Paris")
    .default("UTC")
    .describe("IANA name; days and months start at midnight in this time zone"),
  at: Timestamp.refine((at) => at >= "1970" && at < "9000", "must be a time from 1970 on, and before 9000")
    .optional()
    .describe("A time in the requested period; default: now"),
});

const Figures = z.object({
  sandboxesStarted: z.number().int().describe("Sandboxes whose device became ready"),
  costMicroDollars: z.number().int().describe("Millionths of a dollar; the buckets add up to the total"),
  vcpuHours: z.number(),
  ramHours: z.number().describe("GB hours"),
});

export const UsageBucket = Figures.extend({
  label: z.string().describe("The day (2026-11-21) or the month (2026-11) in the time zone"),
  from: Timestamp,
  to: Timestamp.describe("Not included"),
});
export type UsageBucket = z.infer<typeof UsageBucket>;

export const Usage = z.object({
  period: UsagePeriod,
  timeZone: z.string(),
  from: Timestamp,
  to: Timestamp.describe("Not included"),
  buckets: z.array(UsageBucket),
  totals: Figures,
  forecastMicroDollars: z
    .number()
    .int()
    .nullable()
    .describe(
      "Cost of the whole period if the pace of the last 7 days continues; null: the period is not the current one",
    ),
});
export type Usage = z.infer<typeof Usage>;

export const getUsage = defineEndpoint({
  name: "getUsage",
  method: "POST",
  path: "/api/v1/usage/get_usage",
  access: "session",
  summary: "Usage of a team in a week, month or year, up to now",
  description: "In a time zone",
  tag: "usage",
  body: UsageRequest,
  response: Usage,
});

export const USAGE_DIMENSIONS = ["template", "apiKey", "member", "label"] as const;
export type UsageDimension = (typeof USAGE_DIMENSIONS)[number];

export const UsageGroup = Figures.extend({
  id: z.string().nullable().describe("Template, API key, user, or the label's value; null: none"),
  name: z.string().nullable().describe("null: it has no name, or was deleted"),
  isRecorded: z.boolean().describe("false: usage from a version that did not record this"),
});
export type UsageGroup = z.infer<typeof UsageGroup>;

export const UsageBreakdown = z.object({
  from: Timestamp,
  to: Timestamp.describe("Not included"),
  groups: z.array(UsageGroup).describe(`The ${USAGE_BREAKDOWN.groups} groups with the highest costs, highest first`),
  others: Figures.nullable().describe("Sum of all other groups; null: there are none"),
  labels: z.array(z.string()).describe("Label keys of the period's newest sandboxes"),
});
export type UsageBreakdown = z.infer<typeof UsageBreakdown>;

export const getUsageBreakdown = defineEndpoint({
  name: "getUsageBreakdown",
  method: "POST",
  path: "/api/v1/usage/get_usage_breakdown",
  access: "session",
  summary: "Usage of a team in a week, month or year, by template, API key, member or label",
  tag: "usage",
  body: UsageRequest.extend({
    by: z.enum(USAGE_DIMENSIONS).default("template").describe("member: the person who created the sandbox or the key"),
    label: z.string().max(METADATA.maxKeyChars).default("").describe("Key of the label, by which `label` groups"),
  }),
  response: UsageBreakdown,
});

export const exportUsage = defineEndpoint({
  name: "exportUsage",
  method: "POST",
  path: "/api/v1/usage/export",
  access: "session",
  summary: "Usage as a table for spreadsheets",
  tag: "usage",
  body: UsageRequest,
  response: z.string().describe("RFC 4180, with a header line"),
  contentType: "text/csv",
});

export const getSandboxCosts = defineEndpoint({
  name: "getSandboxCosts",
  method: "POST",
  path: "/api/v1/usage/get_sandbox_costs",
  access: "session",
  summary: "Cost of each of a team's sandboxes so far",
  description: "At the prices of the usage, for ended sandboxes too",
  tag: "usage",
  body: z.strictObject({
    organizationId: OrganizationId,
    sandboxIds: z.array(SandboxId).max(MAX_PAGE_SIZE).describe("For example those on a page of the list"),
  }),
  response: z.object({
    data: z
      .array(z.object({ sandboxId: SandboxId, costMicroDollars: z.number().int().describe("Millionths of a dollar") }))
      .describe("Without sandboxes that never ran, and those of other teams"),
  }),
});
