import { ApiKey } from "@terrarium/contract/api-key";
import { API_KEY_PREFIX, API_KEYS_PER_ORGANIZATION } from "@terrarium/contract/limits";
import type { Scope } from "@terrarium/contract/scope";
import type { AccessChanges } from "@terrarium/platform/base/access-changes";
import { AppError } from "@terrarium/platform/base/app-error";
import type { ApiKeyCaller, SessionCaller } from "@terrarium/platform/base/caller";
import { newId } from "@terrarium/platform/db/ids";
import { readableRows } from "@terrarium/platform/db/readable-rows";
import { hashToken, newToken, openOrEmpty, type SecretBox } from "@terrarium/platform/secrets/secret-box";
import type { FastifyBaseLogger } from "fastify";
import type { OrganizationService } from "../organizations/service.ts";
import type { ApiKeyRecord, ApiKeyStore } from "./store.ts";

/** Minimum time between records of a key's use. */
const USE_NOTED_MS = 60_000;
/** Databases limit the number of values in a statement. */
const NOTED_AT_ONCE = 500;

interface NewApiKey {
  name: string;
  scope: Scope;
  /** Default: it never expires. */
  expiresIn?: number | undefined;
  /** Creates it only if the team never had one. */
  onlyFirst?: boolean | undefined;
}

export interface ApiKeyService {
  list(caller: SessionCaller, organizationId: string): Promise<ApiKey[]>;
  /** Throws api_key_limit, had_api_keys. */
  create(caller: SessionCaller, organizationId: string, key: NewApiKey): Promise<ApiKey>;
  /** Replaces a key's secret. The old one stays valid for `oldSecretForMs`. Throws api_key_not_found. */
  rotate(caller: SessionCaller, organizationId: string, apiKeyId: string, oldSecretForMs: number): Promise<ApiKey>;
  /** Throws api_key_not_found. */
  delete(caller: SessionCaller, organizationId: string, apiKeyId: string): Promise<void>;
  /** Returns the owner of a key, if it is one. Throws api_key_expired. */
  find(key: string): Promise<ApiKeyCaller | undefined>;
  /** Returns whether a team's key exists and has not expired. */
  isValid(organizationId: string, apiKeyId: string): Promise<boolean>;
  /** Writes the recorded uses of keys. */
  flush(): Promise<void>;
}

interface ApiKeyServiceParts {
  store: ApiKeyStore;
  organizations: Pick<OrganizationService, "requireMember">;
  box: SecretBox;
  accessChanges: Pick<AccessChanges, "announce">;
  log: Pick<FastifyBaseLogger, "error">;
}

const toTimestamp = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

export function createApiKeyService(
  { store, organizations, box, accessChanges, log }: ApiKeyServiceParts,
  clock: () => number = Date.now,
): ApiKeyService {
  /** Keys with an unwritten use. */
  const used = new Set<string>();
  const toWire = (record: ApiKeyRecord): ApiKey => ({
    id: record.id,
    name: record.name,
    key: openOrEmpty(box, record.keySealed, record.id),
    scope: record.scope,
    expiresAt: toTimestamp(record.expiresAt),
    lastUsedAt: toTimestamp(record.lastUsedAt),
    oldSecretUntil: toTimestamp(
      record.oldKeyUntil !== null && record.oldKeyUntil > clock() ? record.oldKeyUntil : null,
    ),
    createdAt: new Date(record.createdAt).toISOString(),
    updatedAt: new Date(record.updatedAt).toISOString(),
  });
  const newSecret = (id: string) => {
    const key = API_KEY_PREFIX + newToken();
    return { keyHash: hashToken(key), keySealed: box.seal(key, id) };
  };

  return {
    async list(caller, organizationId) {
      await organizations.requireMember(caller, organizationId);
      return readableRows(await store.list(organizationId), ApiKey, toWire, log);
    },
    async create(caller, organizationId, { name, scope, expiresIn, onlyFirst = false }) {
      await organizations.requireMember(caller, organizationId);
      const now = clock();
      const id = newId("key", now);
      const expiresAt = expiresIn === undefined ? null : now + expiresIn;
      const row = { id, organizationId, name, ...newSecret(id), scope, expiresAt, createdAt: now, updatedAt: now };
      const owned = { ...row, createdBy: caller.userId };
      const outcome = await store.insertWithin(API_KEYS_PER_ORGANIZATION, owned, onlyFirst);
      if (outcome === "no-organization") throw new AppError("organization_not_found", { organizationId });
      if (outcome === "limit") throw new AppError("api_key_limit");
      if (outcome === "not-first") throw new AppError("had_api_keys");
      return toWire({ ...row, lastUsedAt: null, oldKeyUntil: null });
    },
    async rotate(caller, organizationId, apiKeyId, oldSecretForMs) {
      await organizations.requireMember(caller, organizationId);
      const now = clock();
      const secret = { ...newSecret(apiKeyId), oldKeyUntil: now + oldSecretForMs, updatedAt: now };
      const rotated = await store.replaceSecret(organizationId, apiKeyId, secret);
      if (!rotated) throw new AppError("api_key_not_found", { apiKeyId });
      accessChanges.announce();
      return toWire(rotated);
    },
    async delete(caller, organizationId, apiKeyId) {
      await organizations.requireMember(caller, organizationId);
      if (!(await store.delete(organizationId, apiKeyId))) throw new AppError("api_key_not_found", { apiKeyId });
      accessChanges.announce();
    },
    async find(key) {
      if (!key.startsWith(API_KEY_PREFIX)) return undefined;
      const keyHash = hashToken(key);
      const found = await store.findByHash(keyHash);
      const now = clock();
      if (!found || (found.keyHash !== keyHash && (found.oldKeyUntil ?? 0) <= now)) return undefined;
      const { id: apiKeyId, organizationId, createdBy, scope, expiresAt, lastUsedAt } = found;
      if (expiresAt !== null && expiresAt <= now)
        throw new AppError("api_key_expired", { expiredAt: new Date(expiresAt).toISOString() });
      if (lastUsedAt === null || lastUsedAt <= now - USE_NOTED_MS) used.add(apiKeyId);
      const ends = [expiresAt, found.keyHash === keyHash ? null : found.oldKeyUntil].filter((time) => time !== null);
      const endsAt = ends.length > 0 ? Math.min(...ends) : undefined;
      const end = endsAt === undefined ? {} : { endsAt, endsInMs: endsAt - now };
      return { kind: "api-key", apiKeyId, organizationId, createdBy, scope, secretHash: keyHash, ...end };
    },
    async isValid(organizationId, apiKeyId) {
      const key = await store.findEnd(organizationId, apiKeyId);
      return key !== undefined && (key.expiresAt === null || key.expiresAt > clock());
    },
    async flush() {
      const ids = [...used];
      used.clear();
      for (let from = 0; from < ids.length; from += NOTED_AT_ONCE)
        await store.noteUse(ids.slice(from, from + NOTED_AT_ONCE), clock(), clock() - USE_NOTED_MS);
    },
  };
}
