import type { Organization, Role } from "@terrarium/contract/organization";
import { CREDITS_DOLLARS } from "@terrarium/contract/pricing";
import type { ProvidedSandbox } from "@terrarium/device-providers/provider";
import type { Database } from "@terrarium/platform/db/database";
import { lockOrganization, lockUser } from "@terrarium/platform/db/locks";
import { prepareQuery } from "@terrarium/platform/db/prepared";
import { endMembership, setRole } from "./memberships.ts";

interface NewOrganization {
  id: string;
  name: string;
  ownerId: string;
  createdAt: number;
}

/** A member who can become the owner. */
interface Heir {
  userId: string;
  name: string;
  role: Role;
}

export interface OrganizationStore {
  /** Returns a user's organizations, oldest membership first. */
  list(userId: string): Promise<Organization[]>;
  /** Returns the member who becomes the owner when this owner leaves. Undefined: there is no other member. */
  findHeir(organizationId: string, ownerId: string): Promise<Heir | undefined>;
  /** Returns organizations with this user as the only member. */
  listAlone(userId: string): Promise<string[]>;
  findRole(organizationId: string, userId: string): Promise<Role | undefined>;
  /** Inserts an organization unless its owner already belongs to `limit`. */
  insertWithin(limit: number, organization: NewOrganization): Promise<"inserted" | "limit" | "no-user">;
  /**
   * Returns the user's first organization, or inserts this one if there is none. Only one of concurrent calls inserts.
   * Returns undefined if there is no such user.
   */
  firstOrInsert(organization: NewOrganization): Promise<Organization | undefined>;
  /**
   * Deletes an organization with everything in it, unless `check` throws when given the user's role. Returns its
   * sandboxes that had not ended; the caller must remove their devices.
   */
  delete(organizationId: string, userId: string, check: (role: Role | undefined) => void): Promise<ProvidedSandbox[]>;
  /**
   * Ends all memberships of a user, in a transaction that has locked the user. Organizations of the user go to the
   * longest-standing admin, otherwise member, or are deleted. Returns sandboxes as `delete` does.
   */
  leaveAll(transaction: Database, userId: string): Promise<ProvidedSandbox[]>;
}

export function createOrganizationStore(db: Database): OrganizationStore {
  const selectRoleOf = prepareQuery(db, ({ organizationId, userId }: { organizationId: string; userId: string }) =>
    selectRole(db, organizationId, userId),
  );

  return {
    list: (userId) => selectOrganizations(db, userId).execute(),
    findHeir: (organizationId, ownerId) => findHeir(db, organizationId, ownerId),
    async listAlone(userId) {
      const rows = await db
        .selectFrom("memberships as own")
        .select("own.organizationId")
        .where("own.userId", "=", userId)
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom("memberships as other")
                .select("other.userId")
                .whereRef("other.organizationId", "=", "own.organizationId")
                .where("other.userId", "!=", userId),
            ),
          ),
        )
        .execute();
      return rows.map(({ organizationId }) => organizationId);
    },
    findRole: async (organizationId, userId) => (await selectRoleOf({ organizationId, userId }))[0]?.role,
    insertWithin: (limit, organization) =>
      db.transaction().execute(async (transaction) => {
        if (!(await lockUser(transaction, organization.ownerId))) return "no-user";
        const { length } = await selectOrganizations(transaction, organization.ownerId).limit(limit).execute();
        if (length >= limit) return "limit";
        await insertOwned(transaction, organization);
        return "inserted";
      }),
    firstOrInsert: (organization) =>
      db.transaction().execute(async (transaction) => {
        if (!(await lockUser(transaction, organization.ownerId))) return undefined;
        const first = await selectOrganizations(transaction, organization.ownerId).limit(1).executeTakeFirst();
        if (first) return first;
        await insertOwned(transaction, organization);
        return { id: organization.id, name: organization.name, role: "owner" };
      }),
    delete: (organizationId, userId, check) =>
      db.transaction().execute(async (transaction) => {
        await lockOrganization(transaction, organizationId);
        check(await findRole(transaction, organizationId, userId));
        return deleteLocked(transaction, organizationId);
      }),
    async leaveAll(transaction, userId) {
      // The user is locked, so no memberships are added. But some may end, and roles may change.
      const memberships = await transaction
        .selectFrom("memberships")
        .select("organizationId")
        .where("userId", "=", userId)
        .orderBy("organizationId")
        .execute();
      const sandboxes: ProvidedSandbox[] = [];
      for (const { organizationId } of memberships) {
        await lockOrganization(transaction, organizationId);
        sandboxes.push(...(await leaveLocked(transaction, organizationId, userId)));
      }
      return sandboxes;
    },
  };
}

function selectOrganizations(db: Database, userId: string) {
  return db
    .selectFrom("memberships")
    .innerJoin("organizations", "organizations.id", "memberships.organizationId")
    .select(["organizations.id", "organizations.name", "memberships.role"])
    .where("memberships.userId", "=", userId)
    .orderBy("memberships.createdAt")
    .orderBy("organizations.id");
}

const selectRole = (db: Database, organizationId: string, userId: string) =>
  db.selectFrom("memberships").select("role").where("organizationId", "=", organizationId).where("userId", "=", userId);

async function findRole(db: Database, organizationId: string, userId: string): Promise<Role | undefined> {
  return (await selectRole(db, organizationId, userId).executeTakeFirst())?.role;
}

/** Expects the owner to be locked. The first team that a user creates gets the credits, and no later one. */
async function insertOwned(db: Database, { ownerId, ...organization }: NewOrganization): Promise<void> {
  const isFirst = await db
    .updateTable("users")
    .set({ creditsGivenAt: organization.createdAt })
    .where("id", "=", ownerId)
    .where("creditsGivenAt", "is", null)
    .returning("id")
    .executeTakeFirst();
  const creditsDollars = isFirst === undefined ? 0 : CREDITS_DOLLARS;
  await db
    .insertInto("organizations")
    .values({ ...organization, creditsDollars })
    .execute();
  const membership = {
    organizationId: organization.id,
    userId: ownerId,
    role: "owner" as const,
    createdAt: organization.createdAt,
  };
  await db.insertInto("memberships").values(membership).execute();
}

/** Returns the longest-standing admin, otherwise member. */
async function findHeir(db: Database, organizationId: string, ownerId: string): Promise<Heir | undefined> {
  const longestStanding = await db
    .selectFrom("memberships")
    .innerJoin("users", "users.id", "memberships.userId")
    .select(["memberships.userId", "users.name", "memberships.role"])
    .where("memberships.organizationId", "=", organizationId)
    .where("memberships.userId", "!=", ownerId)
    .orderBy("memberships.createdAt")
    .orderBy("memberships.userId")
    .execute();
  return longestStanding.find((member) => member.role === "admin") ?? longestStanding[0];
}

async function leaveLocked(transaction: Database, organizationId: string, userId: string): Promise<ProvidedSandbox[]> {
  const role = await findRole(transaction, organizationId, userId);
  if (role === undefined) return [];
  const heir = role === "owner" ? await findHeir(transaction, organizationId, userId) : undefined;
  if (role === "owner" && heir === undefined) return deleteLocked(transaction, organizationId);
  if (role === "owner" && heir !== undefined) {
    // In this order, there are never two owners.
    await setRole(transaction, organizationId, userId, "admin");
    await setRole(transaction, organizationId, heir.userId, "owner");
  }
  await endMembership(transaction, organizationId, userId);
  return [];
}

/**
 * Foreign keys delete what belongs to it. Sandboxes are created under the same lock, so none is missed. They are
 * deleted before the organization's row, because concurrent writers may still need that row and the counts.
 */
async function deleteLocked(transaction: Database, organizationId: string): Promise<ProvidedSandbox[]> {
  const deleteSandboxes = () => transaction.deleteFrom("sandboxes").where("organizationId", "=", organizationId);
  const live = await deleteSandboxes().where("state", "<>", "ended").returning(["id", "provider"]).execute();
  await deleteSandboxes().execute();
  await transaction.deleteFrom("organizations").where("id", "=", organizationId).execute();
  return live;
}
