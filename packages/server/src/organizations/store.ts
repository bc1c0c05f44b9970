import type { Organization, Role } from "@terrarium/contract/organization";
import type { Database } from "../db/database.ts";

interface NewOrganization {
  id: string;
  name: string;
  ownerId: string;
  createdAt: number;
}

export interface OrganizationStore {
  /** A user's organizations, oldest membership first. */
  list(userId: string): Promise<Organization[]>;
  findRole(organizationId: string, userId: string): Promise<Role | undefined>;
  insert(organization: NewOrganization): Promise<void>;
  /** The user's first organization; inserts this one if there is none. Of calls that run together one inserts. */
  firstOrInsert(organization: NewOrganization): Promise<Organization>;
}

export function createOrganizationStore(db: Database): OrganizationStore {
  return {
    list: (userId) => selectOrganizations(db, userId).execute(),
    async findRole(organizationId, userId) {
      const query = db.selectFrom("memberships").select("role");
      const row = await query
        .where("organizationId", "=", organizationId)
        .where("userId", "=", userId)
        .executeTakeFirst();
      return row?.role;
    },
    insert: (organization) => db.transaction().execute((transaction) => insertOwned(transaction, organization)),
    firstOrInsert: (organization) =>
      db.transaction().execute(async (transaction) => {
        // Writing the user's row makes other calls for the same user wait here, on both databases.
        await transaction
          .updateTable("users")
          .set({ id: organization.ownerId })
          .where("id", "=", organization.ownerId)
          .execute();
        const first = await selectOrganizations(transaction, organization.ownerId).limit(1).executeTakeFirst();
        if (first) return first;
        await insertOwned(transaction, organization);
        return { id: organization.id, name: organization.name, role: "owner" };
      }),
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

async function insertOwned(db: Database, { ownerId, ...organization }: NewOrganization): Promise<void> {
  await db.insertInto("organizations").values(organization).execute();
  const membership = {
    organizationId: organization.id,
    userId: ownerId,
    role: "owner" as const,
    createdAt: organization.createdAt,
  };
  await db.insertInto("memberships").values(membership).execute();
}
