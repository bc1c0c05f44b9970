import { MICRO_DOLLARS_PER_DOLLAR } from "@terrarium/contract/pricing";
import { exportUsage, getSandboxCosts, getUsage, getUsageBreakdown, type Usage } from "@terrarium/contract/usage";
import type { FastifyInstance } from "fastify";
import { asDownload, toCsv } from "../http/csv.ts";
import { serve } from "../http/serve.ts";
import type { UsageService } from "./service.ts";

const HEADER = ["Period", "From", "To", "Sandboxes Started", "Usage Costs (USD)", "vCPU Hours", "RAM Hours (GB)"];
const COST_DIGITS = 6;

export function registerUsageRoutes(app: FastifyInstance, { usage }: { usage: UsageService }): void {
  serve(app, getUsage, ({ caller, body }) => usage.get(caller, body));
  serve(app, getSandboxCosts, async ({ caller, body: { organizationId, sandboxIds } }) => ({
    data: await usage.costsOf(caller, organizationId, sandboxIds),
  }));
  serve(app, getUsageBreakdown, ({ caller, body }) => usage.breakDown(caller, body));
  serve(app, exportUsage, async ({ caller, body, reply }) => {
    const found = await usage.get(caller, body);
    const [first, last] = [found.buckets[0]?.label, found.buckets.at(-1)?.label];
    asDownload(reply, "text/csv; charset=utf-8", `usage-${first}-${last}.csv`);
    return toTable(found);
  });
}

function toTable({ buckets, totals, from, to }: Usage): string {
  const rows = [...buckets, { ...totals, label: "Total", from, to }];
  return toCsv(
    HEADER,
    rows.map((row) => [
      row.label,
      row.from,
      row.to,
      row.sandboxesStarted,
      (row.costMicroDollars / MICRO_DOLLARS_PER_DOLLAR).toFixed(COST_DIGITS),
      row.vcpuHours,
      row.ramHours,
    ]),
  );
}
