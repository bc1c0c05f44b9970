import type { AuditEntry } from "@terrarium/contract/audit";
import type { Role } from "@terrarium/contract/organization";
import type { Scope } from "@terrarium/contract/scope";
import type { Generated } from "kysely";

/** Tables of users, their organizations, credentials and audit entries. */
export interface PeopleTables {
  users: UsersTable;
  sessions: SessionsTable;
  localIdentities: LocalIdentitiesTable;
  organizations: OrganizationsTable;
  memberships: MembershipsTable;
  firstSteps: FirstStepsTable;
  inviteLinks: InviteLinksTable;
  inviteCodes: InviteCodesTable;
  apiKeys: ApiKeysTable;
  auditEntries: AuditEntriesTable;
}

interface UsersTable {
  id: string;
  /** Identity provider: github, google, or local-github and local-google, which are always separate from the former. */
  provider: string;
  providerUserId: string;
  name: string;
  avatar: string | null;
  inviteCode: string | null;
  /** Address for notifications, from the identity provider at the last sign-in. */
  email: string | null;
  /** Time when a team of the user received the credits that each user gets once. */
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
  /** Credits that it received at its creation. */
  creditsDollars: Generated<number>;
  /** Time of its first API key, which may be deleted. Null: it never had one. */
  firstApiKeyAt: number | null;
  createdAt: number;
}

/** First steps that a team has done. */
interface FirstStepsTable {
  organizationId: string;
  /** script: a run script; program: a call with an API key, except by scripts. */
  step: "script" | "program";
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
  /** The code, sealed, so that the console can show it again. */
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
  /** The key, sealed, so that the console can show it again. */
  keySealed: string;
  /** Member with the limits that apply to it: its creator or, after that member left, the owner. */
  createdBy: string | null;
  scope: Generated<Scope>;
  /** Null: never. */
  expiresAt: number | null;
  /** Accurate to a minute. Null: never. */
  lastUsedAt: number | null;
  /** Hash of the previous secret, which works until `oldKeyUntil`. Null: there is none. */
  oldKeyHash: string | null;
  oldKeyUntil: number | null;
  createdAt: number;
  updatedAt: number;
}

interface AuditEntriesTable {
  id: string;
  /** Null: the call concerned no organization, or none of the caller's. */
  organizationId: string | null;
  at: number;
  actorKind: AuditEntry["actorKind"];
  actorId: string | null;
  /** Name of an API key, which may be deleted later; names of users are looked up. */
  apiKeyName: string | null;
  action: string;
  /** JSON object of strings. */
  targets: string;
  /** JSON object of the targets' names at the time of the call; names of users are looked up. Null: none were known. */
  targetNames: string | null;
  ip: string;
  userAgent: string | null;
  outcome: string;
  requestId: string;
  /** Number of similar calls that are only counted. */
  more: Generated<number>;
}
