import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { OrganizationId, Timestamp } from "./fields.ts";

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
});
export type Usage = z.infer<typeof Usage>;

export const getUsage = defineEndpoint({
  name: "getUsage",
  method: "POST",
  path: "/api/v1/usage/get_usage",
  access: "session",
  summary: "Usage of a team in a week, month or year, up to now",
  tag: "usage",
  body: UsageRequest,
  response: Usage,
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
