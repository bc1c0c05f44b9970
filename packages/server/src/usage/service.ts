import { USAGE_BREAKDOWN } from "@terrarium/contract/limits";
import { costMicroDollars, toRamGbHours, toVcpuHours, type Use } from "@terrarium/contract/pricing";
import type { Usage, UsageBreakdown, UsagePeriod } from "@terrarium/contract/usage";
import type { SessionCaller } from "@terrarium/platform/base/caller";
import type { OrganizationService } from "../organizations/service.ts";
import { bucketsOf, type Span } from "./periods.ts";
import type { Grouping, Measured, UsageStore } from "./store.ts";

const DAY_MS = 24 * 60 * 60_000;
/** The forecast's pace is measured over this time, and never over less than a day. */
const PACE_MS = { longest: 7 * DAY_MS, shortest: DAY_MS };

/** Returns the buckets of a period, and the period as a whole. */
function spansOf(period: UsagePeriod, timeZone: string, at: string | undefined, now: number) {
  const spans = bucketsOf(period, timeZone, at === undefined ? now : Date.parse(at));
  return { spans, whole: { from: spans[0]?.from ?? now, to: spans.at(-1)?.to ?? now } };
}

interface UsageRequest {
  organizationId: string;
  period: UsagePeriod;
  timeZone: string;
  /** A time in the period. Default: now. */
  at?: string | undefined;
}

interface SandboxCost {
  sandboxId: string;
  costMicroDollars: number;
}

export interface UsageService {
  /** Throws organization_not_found. */
  get(caller: SessionCaller, request: UsageRequest): Promise<Usage>;
  /**
   * Returns the costs of those of an organization's sandboxes that ran, in millionths of a dollar. Throws
   * organization_not_found.
   */
  costsOf(caller: SessionCaller, organizationId: string, sandboxIds: readonly string[]): Promise<SandboxCost[]>;
  /** Throws organization_not_found. */
  breakDown(caller: SessionCaller, request: UsageRequest & Grouping): Promise<UsageBreakdown>;
  /** Returns an organization's usage in a span, until now. */
  measure(organizationId: string, span: Span): Promise<Measured>;
  /** Returns the organizations with running sandboxes in a span. */
  listOrganizations(span: Span): Promise<string[]>;
  /** Returns the first start of an organization's sandboxes, or of any sandbox. */
  findFirstStart(organizationId?: string): Promise<number | undefined>;
  /** Records that the sandboxes still run, in case the server is killed. Call it every few seconds. */
  beat(): Promise<void>;
}

export function createUsageService(
  { store, organizations }: { store: UsageStore; organizations: Pick<OrganizationService, "requireMember"> },
  clock: () => number = Date.now,
): UsageService {
  /** Returns the expected cost of a period, of which `usedMicroDollars` are used. Null if it is not the current one. */
  async function forecast(
    organizationId: string,
    { from, to }: Span,
    usedMicroDollars: number,
  ): Promise<number | null> {
    const now = clock();
    if (now < from || now >= to) return null;
    const first = (await store.findFirstStart(organizationId)) ?? now;
    const since = Math.min(now - PACE_MS.shortest, Math.max(now - PACE_MS.longest, first));
    const lately = costMicroDollars(await store.measure(organizationId, { from: since, to: now }, now));
    return usedMicroDollars + Math.round((lately * (to - now)) / (now - since));
  }

  return {
    async breakDown(caller, { organizationId, period, timeZone, at, ...grouping }) {
      await organizations.requireMember(caller, organizationId);
      const now = clock();
      const { whole } = spansOf(period, timeZone, at, now);
      const { groups: most } = USAGE_BREAKDOWN;
      const found = await store.measureBy(grouping, organizationId, whole, now, most + 1);
      const shown = found.slice(0, most);
      const others = found.length > most ? subtract(await store.measure(organizationId, whole, now), shown) : null;
      return {
        ...toWire(whole),
        groups: shown.map(({ id, name, isRecorded, ...used }) => ({ id, name, isRecorded, ...figures(used) })),
        others: others && figures(others),
        labels: await store.listLabels(organizationId, whole),
      };
    },
    async get(caller, { organizationId, period, timeZone, at }) {
      await organizations.requireMember(caller, organizationId);
      const now = clock();
      const { spans, whole } = spansOf(period, timeZone, at, now);
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
      const totals = figures(total);
      const forecastMicroDollars = await forecast(organizationId, whole, totals.costMicroDollars);
      return { period, timeZone, ...toWire(whole), buckets, totals, forecastMicroDollars };
    },
    async costsOf(caller, organizationId, sandboxIds) {
      await organizations.requireMember(caller, organizationId);
      const used = await store.measureEach(organizationId, sandboxIds, clock());
      return [...used].map(([sandboxId, use]) => ({ sandboxId, costMicroDollars: costMicroDollars(use) }));
    },
    measure: (organizationId, span) => store.measure(organizationId, span, clock()),
    listOrganizations: (span) => store.listOrganizations(span),
    findFirstStart: (organizationId) => store.findFirstStart(organizationId),
    beat: () => store.markSeen(clock()),
  };
}

const add = (a: Measured, b: Measured): Measured => ({
  vcpuMs: a.vcpuMs + b.vcpuMs,
  memoryMbMs: a.memoryMbMs + b.memoryMbMs,
  sandboxesStarted: a.sandboxesStarted + b.sandboxesStarted,
});

/** Returns the usage that is in no group. Never negative: usage grows between the queries. */
const subtract = (total: Measured, groups: readonly Measured[]): Measured => {
  const { vcpuMs, memoryMbMs, sandboxesStarted } = groups.reduce(add);
  const atLeast0 = (value: bigint) => (value < 0n ? 0n : value);
  return {
    vcpuMs: atLeast0(total.vcpuMs - vcpuMs),
    memoryMbMs: atLeast0(total.memoryMbMs - memoryMbMs),
    sandboxesStarted: Math.max(0, total.sandboxesStarted - sandboxesStarted),
  };
};

const figures = ({ sandboxesStarted, ...use }: Measured & Use): Usage["totals"] => ({
  sandboxesStarted,
  costMicroDollars: costMicroDollars(use),
  vcpuHours: toVcpuHours(use),
  ramHours: toRamGbHours(use),
});

const toWire = ({ from, to }: Span) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });
