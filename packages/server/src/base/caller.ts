/** Who makes a request, as the bearer token shows. */
export type Caller = SessionCaller | ApiKeyCaller;

export interface SessionCaller {
  kind: "session";
  userId: string;
  sessionId: string;
}

/** A program: acts for one organization only. */
export interface ApiKeyCaller {
  kind: "api-key";
  apiKeyId: string;
  organizationId: string;
  /** The user who made the key; null: not known. */
  createdBy?: string | null;
}

/** What stands for a caller where calls, or what they keep open, are counted. */
export const callerKey = (caller: Caller): string => (caller.kind === "session" ? caller.userId : caller.apiKeyId);

/** The user who signed in, or made the API key; undefined: not known. */
export const userBehind = (caller: Caller): string | undefined =>
  caller.kind === "session" ? caller.userId : (caller.createdBy ?? undefined);
