import { ApiKey } from "@terrarium/contract/api-key";
import { API_KEYS_PER_ORGANIZATION } from "@terrarium/contract/limits";
import type { FastifyBaseLogger } from "fastify";
import type { AccessChanges } from "../base/access-changes.ts";
import { AppError } from "../base/app-error.ts";
import type { ApiKeyCaller, SessionCaller } from "../base/caller.ts";
import { newId } from "../db/ids.ts";
import { readableRows } from "../db/readable-rows.ts";
import type { OrganizationService } from "../organizations/service.ts";
import { hashToken, newToken, openOrEmpty, type SecretBox } from "../secrets/secret-box.ts";
import type { ApiKeyRecord, ApiKeyStore } from "./store.ts";

const PREFIX = "trm_";

export interface ApiKeyService {
  list(caller: SessionCaller, organizationId: string): Promise<ApiKey[]>;
  /** Throws api_key_limit. */
  create(caller: SessionCaller, organizationId: string, name: string): Promise<ApiKey>;
  /** Throws api_key_not_found. */
  delete(caller: SessionCaller, organizationId: string, apiKeyId: string): Promise<void>;
  /** Who a key belongs to, if it is one. */
  find(key: string): Promise<ApiKeyCaller | undefined>;
}

interface ApiKeyServiceParts {
  store: ApiKeyStore;
  organizations: Pick<OrganizationService, "requireMember">;
  box: SecretBox;
  accessChanges: Pick<AccessChanges, "announce">;
  log: Pick<FastifyBaseLogger, "error">;
}

export function createApiKeyService(
  { store, organizations, box, accessChanges, log }: ApiKeyServiceParts,
  clock: () => number = Date.now,
): ApiKeyService {
  const toWire = (record: ApiKeyRecord): ApiKey => ({
    id: record.id,
    name: record.name,
    key: openOrEmpty(box, record.keySealed, record.id),
    createdAt: new Date(record.createdAt).toISOString(),
    updatedAt: new Date(record.updatedAt).toISOString(),
  });
  return {
    async list(caller, organizationId) {
      await organizations.requireMember(caller, organizationId);
      return readableRows(await store.list(organizationId), ApiKey, toWire, log);
    },
    async create(caller, organizationId, name) {
      await organizations.requireMember(caller, organizationId);
      const now = clock();
      const id = newId("key", now);
      const key = PREFIX + newToken();
      const record = { id, organizationId, name, keySealed: box.seal(key, id), createdAt: now, updatedAt: now };
      const row = { ...record, keyHash: hashToken(key), createdBy: caller.userId };
      const outcome = await store.insertWithin(API_KEYS_PER_ORGANIZATION, row);
      if (outcome === "no-organization") throw new AppError("organization_not_found", { organizationId });
      if (outcome === "limit") throw new AppError("api_key_limit");
      return toWire(record);
    },
    async delete(caller, organizationId, apiKeyId) {
      await organizations.requireMember(caller, organizationId);
      if (!(await store.delete(organizationId, apiKeyId))) throw new AppError("api_key_not_found", { apiKeyId });
      accessChanges.announce();
    },
    async find(key) {
      if (!key.startsWith(PREFIX)) return undefined;
      const found = await store.findByHash(hashToken(key));
      if (!found) return undefined;
      const { id: apiKeyId, organizationId, createdBy } = found;
      return { kind: "api-key", apiKeyId, organizationId, createdBy };
    },
  };
}
