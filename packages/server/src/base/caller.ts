import { permits, type Scope } from "@terrarium/contract/scope";
import { AppError } from "./app-error.ts";

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
  scope: Scope;
  /** The user who made the key; null: not known. */
  createdBy?: string | null;
}

/** What stands for a caller where calls, or what they keep open, are counted. */
export const callerKey = (caller: Caller): string => (caller.kind === "session" ? caller.userId : caller.apiKeyId);

/** The user who signed in, or made the API key; undefined: not known. */
export const userBehind = (caller: Caller): string | undefined =>
  caller.kind === "session" ? caller.userId : (caller.createdBy ?? undefined);

/** Whether a caller may do what needs a scope. Users may, as far as their role goes, which services look at. */
export const hasScope = (caller: Caller, needed: Scope): boolean =>
  caller.kind === "session" || permits(caller.scope, needed);

/** Throws scope_required. */
export function requireScope(caller: Caller, needed: Scope): void {
  if (caller.kind !== "session" && !hasScope(caller, needed))
    throw new AppError("scope_required", { scope: needed, held: caller.scope });
}
