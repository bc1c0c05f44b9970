import type { FirstSteps } from "@terrarium/contract/first-steps";
import type { Caller } from "@terrarium/platform/base/caller";
import type { OrganizationService } from "../organizations/service.ts";
import type { UsageService } from "../usage/service.ts";
import type { FirstStepStore, Step } from "./store.ts";

/** Steps that are remembered, so that most calls need no query. */
const REMEMBERED = 10_000;

export interface FirstStepService {
  /** Throws organization_not_found. */
  get(caller: Caller, organizationId: string): Promise<FirstSteps>;
  /** Records a step of a team. Further calls have no effect. */
  note(organizationId: string, step: Step): Promise<void>;
}

interface FirstStepParts {
  store: FirstStepStore;
  organizations: Pick<OrganizationService, "requireMember">;
  usage: Pick<UsageService, "findFirstStart">;
}

export function createFirstStepService(
  { store, organizations, usage }: FirstStepParts,
  clock: () => number = Date.now,
): FirstStepService {
  const noted = new Set<string>();
  return {
    async get(caller, organizationId) {
      await organizations.requireMember(caller, organizationId);
      const steps = await store.list(organizationId);
      const sandbox = (await usage.findFirstStart(organizationId)) !== undefined;
      return { sandbox, script: steps.includes("script"), program: steps.includes("program") };
    },
    async note(organizationId, step) {
      const key = `${step} ${organizationId}`;
      if (noted.has(key)) return;
      await store.insert(organizationId, step, clock());
      if (noted.size >= REMEMBERED) noted.clear();
      noted.add(key);
    },
  };
}
