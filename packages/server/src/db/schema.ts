import type { Role } from "@terrarium/contract/organization";
import type { EndReason } from "@terrarium/contract/sandbox";
import type { SandboxState } from "../sandboxes/sandbox.ts";

/**
 * The tables, alike on SQLite and PostgreSQL. Columns are snake_case in the database and camelCase here; times are epoch
 * milliseconds, JSON is text.
 */
export interface Schema {
  settings: SettingsTable;
  users: UsersTable;
  sessions: SessionsTable;
  localIdentities: LocalIdentitiesTable;
  organizations: OrganizationsTable;
  memberships: MembershipsTable;
  apiKeys: ApiKeysTable;
  templates: TemplatesTable;
  sandboxes: SandboxesTable;
}

interface SettingsTable {
  key: string;
  value: string;
}

interface UsersTable {
  id: string;
  /** Who vouches for the user: github, google, or local-github and local-google, which are never mixed up with these. */
  provider: string;
  providerUserId: string;
  name: string;
  avatar: string | null;
  inviteCode: string | null;
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
  createdAt: number;
}

interface MembershipsTable {
  organizationId: string;
  userId: string;
  role: Role;
  createdAt: number;
}

interface ApiKeysTable {
  id: string;
  organizationId: string;
  name: string;
  /** SHA-256 of the key, in hex. */
  keyHash: string;
  /** The key itself, sealed: the console shows it again. */
  keySealed: string;
  createdAt: number;
  updatedAt: number;
}

interface TemplatesTable {
  id: string;
  name: string;
  cpu: number;
  memoryMb: number;
  widthPx: number;
  heightPx: number;
  densityDpi: number;
  visibility: "public" | "private";
  createdAt: number;
  updatedAt: number;
}

interface SandboxesTable {
  id: string;
  organizationId: string;
  templateId: string;
  templateName: string;
  cpu: number;
  memoryMb: number;
  widthPx: number;
  heightPx: number;
  /** JSON object of strings. */
  metadata: string;
  state: SandboxState;
  createdAt: number;
  startedAt: number;
  updatedAt: number;
  expiresAt: number;
  endedAt: number | null;
  endReason: EndReason | null;
  /** Where its device answers ADB, while it runs. */
  deviceHost: string | null;
  devicePort: number | null;
  /** PKCS#8 PEM of the ADB key, sealed; forgotten when the sandbox ends. */
  adbKeySealed: string | null;
}
