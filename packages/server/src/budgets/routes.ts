import { getBudget, updateBudget } from "@terrarium/contract/budget";
import type { FastifyInstance } from "fastify";
import { serve } from "../http/serve.ts";
import type { BudgetService } from "./service.ts";

export function registerBudgetRoutes(app: FastifyInstance, { budgets }: { budgets: BudgetService }): void {
  serve(app, getBudget, ({ caller, body }) => budgets.get(caller, body.organizationId));
  serve(app, updateBudget, ({ caller, body }) => budgets.update(caller, body), { limit: "write" });
}
