import type { AuditEntry } from "@terrarium/contract/audit";
import type { Role } from "@terrarium/contract/organization";
import type { Scope } from "@terrarium/contract/scope";
import type { Generated } from "kysely";

/** Who there is, what they belong to and may do, and what they did. */
export interface PeopleTables {
  users: UsersTable;
  sessions: SessionsTable;
  localIdentities: LocalIdentitiesTable;
  organizations: OrganizationsTable;
  memberships: MembershipsTable;
  inviteLinks: InviteLinksTable;
  inviteCodes: InviteCodesTable;
  apiKeys: ApiKeysTable;
  auditEntries: AuditEntriesTable;
}

interface UsersTable {
  id: string;
  /** Who vouches for the user: github, google, or local-github and local-google, which are never mixed up with these. */
  provider: string;
  providerUserId: string;
  name: string;
  avatar: string | null;
  inviteCode: string | null;
  /** For notices; as the identity provider said at the last sign-in. */
  email: string | null;
  /** When a team of the user's got the credits that each user has once. */
  creditsGivenAt: number | null;
  createdAt: number;
  updatedAt: number;
}

interface SessionsTable {
  id: string;
  userId: string;
  /** SHA-256 of the token, in hex. */
  tokenHash: string;
  createdAt: number;
  expiresAt: number;
}

interface LocalIdentitiesTable {
  provider: string;
  /** In lower case. */
  loginKey: string;
  login: string;
  lastUsedAt: number;
}

interface OrganizationsTable {
  id: string;
  name: string;
  /** The credits that it was given when it was created. */
  creditsDollars: Generated<number>;
  /** When it got its first API key, which may be gone. Null: it never had one. */
  firstApiKeyAt: number | null;
  createdAt: number;
}

interface MembershipsTable {
  organizationId: string;
  userId: string;
  role: Role;
  createdAt: number;
}

interface InviteLinksTable {
  id: string;
  organizationId: string;
  /** SHA-256 of the code, in hex. */
  codeHash: string;
  /** The code itself, sealed: the console shows it again. */
  codeSealed: string;
  createdAt: number;
  expiresAt: number;
}

interface InviteCodesTable {
  code: string;
  usesLeft: number;
  createdAt: number;
  /** Null: never. */
  expiresAt: number | null;
}

interface ApiKeysTable {
  id: string;
  organizationId: string;
  name: string;
  /** SHA-256 of the key, in hex. */
  keyHash: string;
  /** The key itself, sealed: the console shows it again. */
  keySealed: string;
  /** The member for whom it counts: who made it, or, once that one has left, the owner. */
  createdBy: string | null;
  scope: Generated<Scope>;
  /** Null: never. */
  expiresAt: number | null;
  /** To within a minute. Null: never so far. */
  lastUsedAt: number | null;
  /** Of the secret before this one, and until when it works. Null: there was none. */
  oldKeyHash: string | null;
  oldKeyUntil: number | null;
  createdAt: number;
  updatedAt: number;
}

interface AuditEntriesTable {
  id: string;
  /** Null: it concerned no organization, or one that was not the caller's. */
  organizationId: string | null;
  at: number;
  actorKind: AuditEntry["actorKind"];
  actorId: string | null;
  /** Of an API key, which may be deleted later; users' names are looked up. */
  apiKeyName: string | null;
  action: string;
  /** JSON object of strings. */
  targets: string;
  /** The same, of what was known by name when the call was made; users' names are looked up. Null: nothing was. */
  targetNames: string | null;
  ip: string;
  userAgent: string | null;
  outcome: string;
  requestId: string;
  /** Calls like it of which only the number is kept. */
  more: Generated<number>;
}
