import type { Budget, TeamLimits } from "@terrarium/contract/budget";
import { BUDGET_THRESHOLDS_PERCENT, costMicroDollars, MICRO_DOLLARS_PER_DOLLAR } from "@terrarium/contract/pricing";
import { AppError } from "@terrarium/platform/base/app-error";
import type { Bus } from "@terrarium/platform/base/bus";
import type { Caller, SessionCaller } from "@terrarium/platform/base/caller";
import { attemptAll } from "@terrarium/platform/jobs/attempt-all";
import type { FastifyBaseLogger } from "fastify";
import type { BillingService } from "../billing/service.ts";
import type { OrganizationService } from "../organizations/service.ts";
import { type LabelledSpan, utcMonth } from "../usage/periods.ts";
import type { UsageService } from "../usage/service.ts";
import { composeNotice, formatDollars, noticesFor } from "./notices.ts";
import type { BudgetRecord, BudgetStore } from "./store.ts";

const EDITORS = ["owner", "admin"] as const;
/** Number of teams checked at once, so that a slow one does not delay others. */
const CHECKS_AT_ONCE = 4;

/** Omitted fields stay unchanged: another member may be changing them. */
interface BudgetChanges {
  organizationId: string;
  limitEnabled?: boolean | undefined;
  limitDollars?: number | undefined;
  alertDollars?: number | undefined;
}

export interface BudgetService {
  /** Throws organization_not_found. */
  get(caller: SessionCaller, organizationId: string): Promise<Budget>;
  /** Applies at once. Throws organization_not_found, role_required. */
  update(caller: SessionCaller, changes: BudgetChanges): Promise<Budget>;
  /** Computes the exact usage. Throws budget_exceeded. */
  requireWithinBudget(organizationId: string): Promise<void>;
  /**
   * Rejects programs of organizations at their limit, as of the last check, without a query. Throws budget_exceeded.
   */
  requireUnblocked(caller: Caller): void;
  /** Returns the state of a reached limit as of the last check, without a query. */
  findBlock(organizationId: string): TeamLimits["budget"];
  /** Finds organizations at their limit and queues e-mails, each once a period. Call it every few seconds. */
  checkAll(): Promise<void>;
}

export interface BudgetServiceParts {
  store: BudgetStore;
  usage: Pick<UsageService, "measure">;
  billing: Pick<BillingService, "creditsOf">;
  organizations: Pick<OrganizationService, "requireMember" | "requireRole">;
  /** The origin that browsers use to reach the server, if configured. */
  publicUrl: URL | undefined;
  bus: Pick<Bus, "tell" | "hear">;
  log: Pick<FastifyBaseLogger, "error">;
}

interface Standing {
  budget: BudgetRecord;
  month: LabelledSpan;
  usedMicroDollars: number;
  isExceeded: boolean;
}

const toMicroDollars = (dollars: number | undefined): number | undefined =>
  dollars === undefined ? undefined : Math.round(dollars * MICRO_DOLLARS_PER_DOLLAR);

/** The period of a budget is the calendar month in UTC. */
export function createBudgetService(parts: BudgetServiceParts, clock: () => number = Date.now): BudgetService {
  const { store, usage, billing, organizations, bus, log } = parts;
  const budgetUrl = parts.publicUrl && new URL("/budget", parts.publicUrl).href;
  /** By organization; each until its period ends. */
  const blocked = new Map<string, Standing>();
  /** By organization; each while it runs. */
  const lastChecks = new Map<string, Promise<unknown>>();

  async function standingOf(organizationId: string): Promise<Standing> {
    const stored = await store.find(organizationId);
    const budget = stored ?? { organizationId, limitEnabled: false, limitMicroDollars: 0, alertMicroDollars: 0 };
    const month = utcMonth(clock());
    const usedMicroDollars = costMicroDollars(await usage.measure(organizationId, month));
    const isExceeded = budget.limitEnabled && usedMicroDollars >= budget.limitMicroDollars;
    return { budget, month, usedMicroDollars, isExceeded };
  }

  async function notify({ budget, month, usedMicroDollars }: Standing): Promise<void> {
    const due = noticesFor(budget, usedMicroDollars);
    if (due.length === 0) return;
    const { organizationId } = budget;
    const given = new Set(await store.listNotified(organizationId, month.label));
    const missing = due.filter((kind) => !given.has(kind));
    const owner = missing.length === 0 ? undefined : await store.findOwner(organizationId);
    // Without an address, the notices wait for one.
    if (!owner?.email) return;
    const { email: recipient, organizationName } = owner;
    for (const kind of missing) {
      const mail = composeNotice({ kind, budget, usedMicroDollars, month, organizationName, recipient, budgetUrl });
      await store.notify({ organizationId, period: month.label, kind }, mail, clock());
    }
  }

  /** Checks of one organization run one after the other, so that an older result never replaces a newer one. */
  function check(organizationId: string): Promise<Standing> {
    const result = (lastChecks.get(organizationId) ?? Promise.resolve()).then(async () => {
      const standing = await standingOf(organizationId);
      if (standing.isExceeded !== blocked.has(organizationId)) bus.tell("budget", organizationId);
      if (standing.isExceeded) blocked.set(organizationId, standing);
      else blocked.delete(organizationId);
      await notify(standing);
      return standing;
    });
    const over = result
      .catch(() => undefined)
      .finally(() => {
        if (lastChecks.get(organizationId) === over) lastChecks.delete(organizationId);
      });
    lastChecks.set(organizationId, over);
    return result;
  }

  async function checkAll(): Promise<void> {
    const organizationIds = new Set(await store.listOrganizations());
    // Includes blocked teams: another server may have raised the limit, or the team may be deleted.
    for (const organizationId of blocked.keys()) organizationIds.add(organizationId);
    await attemptAll(organizationIds, check, CHECKS_AT_ONCE);
  }

  bus.hear("budget", (organizationId) => {
    const checking = organizationId === undefined ? checkAll() : check(organizationId);
    checking.catch((error: unknown) => log.error({ err: error, organizationId }, "failed to check a budget"));
  });

  function blockOf(organizationId: string): Standing | undefined {
    const standing = blocked.get(organizationId);
    return standing && clock() < standing.month.to ? standing : undefined;
  }

  async function toWire({ budget, month, usedMicroDollars, isExceeded }: Standing): Promise<Budget> {
    const owner = await store.findOwner(budget.organizationId);
    return {
      limitEnabled: budget.limitEnabled,
      limitDollars: budget.limitMicroDollars / MICRO_DOLLARS_PER_DOLLAR,
      alertDollars: budget.alertMicroDollars / MICRO_DOLLARS_PER_DOLLAR,
      from: new Date(month.from).toISOString(),
      to: new Date(month.to).toISOString(),
      usedMicroDollars,
      creditsMicroDollars: await billing.creditsOf(budget.organizationId),
      isExceeded,
      notifiedEmail: owner?.email ?? null,
      thresholdsPercent: [...BUDGET_THRESHOLDS_PERCENT],
    };
  }

  return {
    async get(caller, organizationId) {
      await organizations.requireMember(caller, organizationId);
      return toWire(await standingOf(organizationId));
    },

    async update(caller, { organizationId, limitEnabled, limitDollars, alertDollars }) {
      await organizations.requireRole(caller, organizationId, EDITORS);
      const limitMicroDollars = toMicroDollars(limitDollars);
      const alertMicroDollars = toMicroDollars(alertDollars);
      await store.save(organizationId, { limitEnabled, limitMicroDollars, alertMicroDollars }, clock());
      return toWire(await check(organizationId));
    },

    async requireWithinBudget(organizationId) {
      const budget = await store.find(organizationId);
      if (!budget?.limitEnabled) return;
      const standing = await standingOf(organizationId);
      if (standing.isExceeded) throw budgetExceeded(standing);
    },

    requireUnblocked(caller) {
      if (caller.kind === "session") return;
      const standing = blockOf(caller.organizationId);
      if (standing) throw budgetExceeded(standing);
    },

    findBlock(organizationId) {
      const standing = blockOf(organizationId);
      if (!standing) return null;
      const { budget, month, usedMicroDollars } = standing;
      const limitDollars = budget.limitMicroDollars / MICRO_DOLLARS_PER_DOLLAR;
      return { limitDollars, usedMicroDollars, to: new Date(month.to).toISOString() };
    },

    checkAll,
  };
}

function budgetExceeded({ budget, month, usedMicroDollars }: Standing): AppError {
  return new AppError("budget_exceeded", {
    limitDollars: formatDollars(budget.limitMicroDollars),
    usedDollars: formatDollars(usedMicroDollars),
    resetsAt: new Date(month.to).toISOString(),
  });
}
