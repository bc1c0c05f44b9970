import type { Role } from "@terrarium/contract/organization";
import type { Database } from "@terrarium/platform/db/database";
import { lockOrganization, lockUser } from "@terrarium/platform/db/locks";
import { endMembership, setRole } from "./memberships.ts";

interface MemberRecord {
  /** Id of the user. */
  id: string;
  name: string;
  avatar: string | null;
  role: Role;
  createdAt: number;
}

/** A member's new role, or the end of the membership. */
export interface MemberChange {
  userId: string;
  become: Role | "gone";
}

interface Joining {
  organizationId: string;
  userId: string;
  now: number;
  limits: { members: number; organizations: number };
  /** Whether the user may join. Called while the organization is locked. */
  mayJoin: (transaction: Database) => Promise<boolean>;
}

interface JoinOutcome {
  organizationName: string;
  outcome: "joined" | "already-member" | "member-limit" | "organization-limit";
}

export interface MemberStore {
  /** Returns the members in the order in which they joined. */
  list(organizationId: string): Promise<MemberRecord[]>;
  /**
   * Calls `decide` with the roles of these users (undefined: not a member), and applies the returned changes in order.
   * The organization's members are locked meanwhile.
   */
  change(
    organizationId: string,
    userIds: readonly string[],
    decide: (roles: ReadonlyMap<string, Role>) => MemberChange[],
  ): Promise<void>;
  /**
   * Adds a user as a member. Returns undefined if the user or the organization is deleted, or `mayJoin` returns false.
   */
  join(joining: Joining): Promise<JoinOutcome | undefined>;
}

export function createMemberStore(db: Database): MemberStore {
  return {
    list: (organizationId) =>
      db
        .selectFrom("memberships")
        .innerJoin("users", "users.id", "memberships.userId")
        .select(["users.id", "users.name", "users.avatar", "memberships.role", "memberships.createdAt"])
        .where("memberships.organizationId", "=", organizationId)
        .orderBy("memberships.createdAt")
        .orderBy("users.id")
        .execute(),
    change: (organizationId, userIds, decide) =>
      db.transaction().execute(async (transaction) => {
        await lockOrganization(transaction, organizationId);
        const rows = await transaction
          .selectFrom("memberships")
          .select(["userId", "role"])
          .where("organizationId", "=", organizationId)
          .where("userId", "in", userIds)
          .execute();
        for (const change of decide(new Map(rows.map((row) => [row.userId, row.role]))))
          await apply(transaction, organizationId, change);
      }),
    join: (joining) =>
      db.transaction().execute(async (transaction) => {
        const { organizationId, userId } = joining;
        if (!(await lockUser(transaction, userId))) return undefined;
        if (!(await lockOrganization(transaction, organizationId))) return undefined;
        if (!(await joining.mayJoin(transaction))) return undefined;
        return insertWithin(transaction, joining);
      }),
  };
}

async function apply(transaction: Database, organizationId: string, { userId, become }: MemberChange): Promise<void> {
  if (become === "gone") await endMembership(transaction, organizationId, userId);
  else await setRole(transaction, organizationId, userId, become);
}

async function insertWithin(
  transaction: Database,
  { organizationId, userId, now, limits }: Joining,
): Promise<JoinOutcome> {
  const { name: organizationName } = await transaction
    .selectFrom("organizations")
    .select("name")
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
  const memberships = () => transaction.selectFrom("memberships").select((eb) => eb.fn.countAll<number>().as("count"));
  const own = await memberships()
    .where("organizationId", "=", organizationId)
    .where("userId", "=", userId)
    .executeTakeFirstOrThrow();
  if (own.count > 0) return { organizationName, outcome: "already-member" };
  const ofTeam = await memberships().where("organizationId", "=", organizationId).executeTakeFirstOrThrow();
  if (ofTeam.count >= limits.members) return { organizationName, outcome: "member-limit" };
  const ofUser = await memberships().where("userId", "=", userId).executeTakeFirstOrThrow();
  if (ofUser.count >= limits.organizations) return { organizationName, outcome: "organization-limit" };
  await transaction
    .insertInto("memberships")
    .values({ organizationId, userId, role: "member", createdAt: now })
    .execute();
  return { organizationName, outcome: "joined" };
}
