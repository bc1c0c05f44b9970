import { getBudget, getTeamLimits, type TeamLimits, updateBudget } from "@terrarium/contract/budget";
import type { Caller } from "@terrarium/platform/base/caller";
import type { FastifyInstance } from "fastify";
import { serve } from "../http/serve.ts";
import type { BudgetService } from "./service.ts";

interface BudgetRoutes {
  budgets: BudgetService;
  sandboxes: { quotaOf(caller: Caller, organizationId: string): Promise<TeamLimits["sandboxes"]> };
}

export function registerBudgetRoutes(app: FastifyInstance, { budgets, sandboxes }: BudgetRoutes): void {
  serve(app, getBudget, ({ caller, body }) => budgets.get(caller, body.organizationId));
  serve(app, getTeamLimits, async ({ caller, body: { organizationId } }) => ({
    // First, because it checks the caller's membership.
    sandboxes: await sandboxes.quotaOf(caller, organizationId),
    budget: budgets.findBlock(organizationId),
  }));
  serve(app, updateBudget, ({ caller, body }) => budgets.update(caller, body), { limit: "write" });
}
