import { costMicroDollars, toRamGbHours, toVcpuHours, type Use } from "@terrarium/contract/pricing";
import type { Usage, UsagePeriod } from "@terrarium/contract/usage";
import type { SessionCaller } from "@terrarium/platform/base/caller";
import type { OrganizationService } from "../organizations/service.ts";
import { bucketsOf, type Span } from "./periods.ts";
import type { Measured, UsageStore } from "./store.ts";

interface UsageRequest {
  organizationId: string;
  period: UsagePeriod;
  timeZone: string;
  /** A time in the period. Default: now. */
  at?: string | undefined;
}

export interface UsageService {
  /** Throws organization_not_found. */
  get(caller: SessionCaller, request: UsageRequest): Promise<Usage>;
  /** Returns an organization's usage in a span, until now. */
  measure(organizationId: string, span: Span): Promise<Measured>;
  /** Returns the organizations with running sandboxes in a span. */
  listOrganizations(span: Span): Promise<string[]>;
  /** Returns the first start of any sandbox. */
  findFirstStart(): Promise<number | undefined>;
  /** Records that the sandboxes still run, in case the server is killed. Call it every few seconds. */
  beat(): Promise<void>;
}

export function createUsageService(
  { store, organizations }: { store: UsageStore; organizations: Pick<OrganizationService, "requireMember"> },
  clock: () => number = Date.now,
): UsageService {
  return {
    async get(caller, { organizationId, period, timeZone, at }) {
      await organizations.requireMember(caller, organizationId);
      const now = clock();
      const spans = bucketsOf(period, timeZone, at === undefined ? now : Date.parse(at));
      let total: Measured = { vcpuMs: 0n, memoryMbMs: 0n, sandboxesStarted: 0 };
      const buckets: Usage["buckets"] = [];
      for (const { label, ...span } of spans) {
        const before = total;
        const used = await store.measure(organizationId, span, now);
        total = add(before, used);
        buckets.push({
          label,
          ...toWire(span),
          ...figures(used),
          // The differences of rounded running totals add up to the total, to the micro-dollar.
          costMicroDollars: costMicroDollars(total) - costMicroDollars(before),
        });
      }
      const whole = { from: spans[0]?.from ?? now, to: spans.at(-1)?.to ?? now };
      return { period, timeZone, ...toWire(whole), buckets, totals: figures(total) };
    },
    measure: (organizationId, span) => store.measure(organizationId, span, clock()),
    listOrganizations: (span) => store.listOrganizations(span),
    findFirstStart: () => store.findFirstStart(),
    beat: () => store.markSeen(clock()),
  };
}

const add = (a: Measured, b: Measured): Measured => ({
  vcpuMs: a.vcpuMs + b.vcpuMs,
  memoryMbMs: a.memoryMbMs + b.memoryMbMs,
  sandboxesStarted: a.sandboxesStarted + b.sandboxesStarted,
});

const figures = ({ sandboxesStarted, ...use }: Measured & Use): Usage["totals"] => ({
  sandboxesStarted,
  costMicroDollars: costMicroDollars(use),
  vcpuHours: toVcpuHours(use),
  ramHours: toRamGbHours(use),
});

const toWire = ({ from, to }: Span) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });
