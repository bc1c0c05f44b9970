import { AppError } from "@terrarium/platform/base/app-error";
import type { CallerId, SessionCaller } from "@terrarium/platform/base/caller";

interface AccessParts {
  apiKeys: { isValid(organizationId: string, apiKeyId: string): Promise<boolean> };
  boxTokens: { isValid(boxTokenId: string): Promise<boolean> };
  /** Throws organization_not_found. */
  organizations: { requireMember(caller: SessionCaller, organizationId: string): Promise<void> };
}

/** Returns whether the maker of something still has access to its team. */
export type HasAccess = (maker: CallerId, organizationId: string) => Promise<boolean>;

/** Checks the source of the access: a membership, an API key, or a box token with its sandbox. */
export function createCallerAccess({ apiKeys, boxTokens, organizations }: AccessParts): HasAccess {
  const isMember = async (userId: string, organizationId: string): Promise<boolean> => {
    try {
      await organizations.requireMember({ kind: "session", userId, sessionId: "" }, organizationId);
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === "organization_not_found") return false;
      throw error;
    }
  };
  return async ({ kind, id }, organizationId) => {
    if (kind === "box-token") return boxTokens.isValid(id);
    return kind === "api-key" ? apiKeys.isValid(organizationId, id) : isMember(id, organizationId);
  };
}
