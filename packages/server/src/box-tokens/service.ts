import { BOX_TOKEN_PREFIX, type BoxToken } from "@terrarium/contract/box-links";
import { type BoxRight, readRights, withImplied } from "@terrarium/contract/box-rights";
import { BOX_TOKENS } from "@terrarium/contract/limits";
import type { AccessChanges } from "@terrarium/platform/base/access-changes";
import { AppError } from "@terrarium/platform/base/app-error";
import { type BoxTokenCaller, type Caller, heldBy } from "@terrarium/platform/base/caller";
import { toTimestamp } from "@terrarium/platform/base/timestamp";
import { newId } from "@terrarium/platform/db/ids";
import { hashToken, newToken } from "@terrarium/platform/secrets/secret-box";
import type { SandboxRecord } from "../sandboxes/sandbox.ts";
import type { BoxTokenStore } from "./store.ts";

/** A new token. The server stores only its hash. */
interface NewBoxToken {
  token: string;
  /** Includes implied rights. */
  rights: BoxRight[];
  /** Epoch milliseconds. */
  expiresAt: number;
}

/** Tokens for one sandbox only, for links and streams. */
export interface BoxTokenService {
  /** Throws sandbox_not_found, sandbox_not_running, and scope_required to holders of only such a token. */
  issue(
    caller: Caller,
    sandboxId: string,
    wish: { rights: readonly BoxRight[]; expiresInMs?: number },
  ): Promise<NewBoxToken>;
  /** Returns a sandbox's valid tokens, newest first. Throws sandbox_not_found, and scope_required as `issue` does. */
  list(caller: Caller, sandboxId: string): Promise<BoxToken[]>;
  /** Ends a token, and everything that is open by it. Does nothing if there is none. Throws as `list` does. */
  revoke(caller: Caller, sandboxId: string, id: string): Promise<void>;
  /** Returns the caller behind a valid token. */
  find(token: string): Promise<BoxTokenCaller | undefined>;
  /** Returns whether the token with this id is still valid. */
  isValid(boxTokenId: string): Promise<boolean>;
  removeExpired(): Promise<void>;
}

/** Parses the rights of a row. Servers of the previous version write `drive`, for touch, click and type. */
const rightsOf = (text: string): BoxRight[] => readRights(text.replace("drive", "input"));

interface BoxTokenParts {
  store: BoxTokenStore;
  sandboxes: {
    requireDevice(caller: Caller, sandboxId: string): Promise<unknown>;
    get(caller: Caller, sandboxId: string): Promise<SandboxRecord>;
  };
  accessChanges: Pick<AccessChanges, "announce">;
}

export function createBoxTokenService(
  { store, sandboxes, accessChanges }: BoxTokenParts,
  clock: () => number = Date.now,
): BoxTokenService {
  /** The holder of such a token must not see or create others: a new one would outlive it. */
  function requireMaker(caller: Caller): asserts caller is Exclude<Caller, BoxTokenCaller> {
    if (caller.kind === "box-token") throw new AppError("scope_required", { scope: "manage", held: heldBy(caller) });
  }

  return {
    async issue(caller, sandboxId, { rights: asked, expiresInMs = BOX_TOKENS.lifetime.defaultMs }) {
      requireMaker(caller);
      const rights = withImplied(asked);
      await sandboxes.requireDevice(caller, sandboxId);
      const { organizationId } = await sandboxes.get(caller, sandboxId);
      const token = BOX_TOKEN_PREFIX + newToken();
      const createdAt = clock();
      const isKey = caller.kind === "api-key";
      // It ends with the API key that made it, and with that key's secret.
      const expiresAt = Math.min(createdAt + expiresInMs, (isKey ? caller.endsAt : undefined) ?? Infinity);
      const maker = isKey
        ? { userId: null, apiKeyId: caller.apiKeyId, apiKeyHash: caller.secretHash ?? null }
        : { userId: caller.userId, apiKeyId: null, apiKeyHash: null };
      const id = newId("bxt", createdAt);
      const row = {
        id,
        tokenHash: hashToken(token),
        sandboxId,
        organizationId,
        ...maker,
        rights: rights.join(" "),
        createdAt,
        expiresAt,
      };
      await store.insert(row, BOX_TOKENS.perSandbox);
      return { token, rights, expiresAt };
    },

    async list(caller, sandboxId) {
      requireMaker(caller);
      await sandboxes.get(caller, sandboxId);
      return (await store.list(sandboxId, clock())).map(({ apiKeyId, createdAt, endsAt, rights, ...token }) => ({
        ...token,
        rights: rightsOf(rights),
        createdAt: toTimestamp(createdAt),
        expiresAt: toTimestamp(endsAt),
        actorKind: apiKeyId === null ? "user" : "api_key",
      }));
    },

    async revoke(caller, sandboxId, id) {
      requireMaker(caller);
      await sandboxes.get(caller, sandboxId);
      await store.delete(sandboxId, id);
      accessChanges.announce();
    },

    async find(token) {
      if (!token.startsWith(BOX_TOKEN_PREFIX)) return undefined;
      const now = clock();
      const found = await store.find(hashToken(token), now);
      if (!found) return undefined;
      const { id: boxTokenId, sandboxId, organizationId, userId, apiKeyId, endsAt } = found;
      const rights = rightsOf(found.rights);
      const madeBy =
        apiKeyId === null
          ? ({ actorKind: "user", actorId: userId ?? "" } as const)
          : ({ actorKind: "api_key", actorId: apiKeyId } as const);
      const createdBy = userId ?? found.keyCreatedBy;
      const end = { endsAt, endsInMs: endsAt - now };
      return { kind: "box-token", boxTokenId, sandboxId, organizationId, rights, madeBy, createdBy, ...end };
    },

    isValid: (boxTokenId) => store.isValid(boxTokenId, clock()),

    removeExpired: () => store.deleteExpired(clock()),
  };
}
