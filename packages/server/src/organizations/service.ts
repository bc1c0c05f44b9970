import { FIRST_TEAM_SUFFIX, ORGANIZATIONS_MADE_AN_HOUR, ORGANIZATIONS_PER_USER } from "@terrarium/contract/limits";
import type { Organization, Role } from "@terrarium/contract/organization";
import type { Allowance } from "@terrarium/platform/base/allowance";
import { AppError } from "@terrarium/platform/base/app-error";
import { type Caller, userBehind } from "@terrarium/platform/base/caller";
import { newId } from "@terrarium/platform/db/ids";
import type { UserService } from "../users/service.ts";
import type { OrganizationStore } from "./store.ts";

/** Id of an organization to which a caller belongs, from `ofCaller`. */
export type CheckedOrganizationId = string & { readonly isChecked: true };

export interface OrganizationService {
  list(userId: string): Promise<Organization[]>;
  /** Throws organization_limit, rate_limited. */
  create(userId: string, name: string): Promise<Organization>;
  /**
   * Returns a user's first organization. Creates one by this name if there is none; concurrent calls create only one.
   * Throws rate_limited.
   */
  firstOrCreate(userId: string, name: string): Promise<Organization>;
  /** Resolves if the caller belongs to the organization (an API key: acts for it; a box token never does). Throws organization_not_found. */
  requireMember(caller: Caller, organizationId: string): Promise<void>;
  /**
   * Resolves if the caller has one of these roles. An API key has the role of its responsible person. Throws
   * organization_not_found, role_required.
   */
  requireRole(caller: Caller, organizationId: string, roles: readonly Role[]): Promise<void>;
  /**
   * Returns the named organization if the caller belongs to it. Without a name, returns the API key's, or the user's
   * first (created if there is none). Throws organization_not_found, rate_limited.
   */
  ofCaller(caller: Caller, organizationId?: string): Promise<CheckedOrganizationId>;
}

export function createOrganizationService(
  { store, users, allowance }: { store: OrganizationStore; users: UserService; allowance: Allowance },
  clock: () => number = Date.now,
): OrganizationService {
  async function belongs(caller: Caller, organizationId: string): Promise<boolean> {
    if (caller.kind === "box-token") return false;
    if (caller.kind === "api-key") return caller.organizationId === organizationId;
    return (await store.findRole(organizationId, caller.userId)) !== undefined;
  }

  /** Limited, because each team has its own log and other data that outlive the team. */
  async function takeOne(userId: string): Promise<void> {
    const overMs = await allowance.take(`teams made ${userId}`, ORGANIZATIONS_MADE_AN_HOUR);
    if (overMs > 0) throw new AppError("rate_limited", { retryAfterSeconds: Math.ceil(overMs / 1000) });
  }

  async function firstOrCreate(userId: string, name: string): Promise<Organization> {
    await takeOne(userId);
    const now = clock();
    const first = await store.firstOrInsert({ id: newId("org", now), name, ownerId: userId, createdAt: now });
    if (!first) throw new AppError("unauthorized");
    return first;
  }

  /** Returns the organization of a caller that names none. */
  async function defaultFor(caller: Caller): Promise<string> {
    if (caller.kind === "api-key") return caller.organizationId;
    if (caller.kind === "box-token")
      throw new AppError("organization_not_found", { organizationId: caller.organizationId });
    const [first] = await store.list(caller.userId);
    if (first) return first.id;
    const { name } = await users.get(caller.userId);
    return (await firstOrCreate(caller.userId, name + FIRST_TEAM_SUFFIX)).id;
  }

  const service: OrganizationService = {
    list: (userId) => store.list(userId),
    async create(userId, name) {
      await takeOne(userId);
      const now = clock();
      const id = newId("org", now);
      const outcome = await store.insertWithin(ORGANIZATIONS_PER_USER, { id, name, ownerId: userId, createdAt: now });
      if (outcome === "limit") throw new AppError("organization_limit");
      if (outcome === "no-user") throw new AppError("unauthorized");
      return { id, name, role: "owner" };
    },
    firstOrCreate,
    async requireMember(caller, organizationId) {
      if (!(await belongs(caller, organizationId))) throw new AppError("organization_not_found", { organizationId });
    },
    async requireRole(caller, organizationId, roles) {
      if (!(await belongs(caller, organizationId))) throw new AppError("organization_not_found", { organizationId });
      const userId = userBehind(caller);
      const role = userId === undefined ? undefined : await store.findRole(organizationId, userId);
      if (role && roles.includes(role)) return;
      const names = roles.map((it) => `${it}s`).join(" and ");
      throw new AppError("role_required", {
        roles: caller.kind === "session" ? names : `${names}, and API keys that they made,`,
      });
    },
    async ofCaller(caller, organizationId) {
      if (organizationId !== undefined) await service.requireMember(caller, organizationId);
      return (organizationId ?? (await defaultFor(caller))) as CheckedOrganizationId;
    },
  };
  return service;
}
