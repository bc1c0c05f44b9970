import type { BoxRight } from "@terrarium/contract/box-rights";
import type { PlanName } from "@terrarium/contract/pricing";
import { permits, type Scope } from "@terrarium/contract/scope";
import { AppError } from "./app-error.ts";

/** Sender of a request, identified by the bearer token. */
export type Caller = (SessionCaller | ApiKeyCaller | BoxTokenCaller) & {
  /** Expiry of that token, in epoch milliseconds, if known. */
  endsAt?: number | undefined;
  /** Remaining validity of the token at authentication, by the same clock, which may differ from this machine's. */
  endsInMs?: number | undefined;
};

export interface SessionCaller {
  kind: "session";
  userId: string;
  sessionId: string;
}

/** A program. Acts for one organization only. */
export interface ApiKeyCaller {
  kind: "api-key";
  apiKeyId: string;
  organizationId: string;
  scope: Scope;
  /** The user responsible for the key: its creator or, after that one has left, the owner. null: unknown. */
  createdBy?: string | null;
  /** SHA-256 in hex of the presented secret. A key can have two for a while. */
  secretHash?: string;
}

/** A holder of a link. Can access one sandbox, and is not a member of its organization. */
export interface BoxTokenCaller {
  kind: "box-token";
  boxTokenId: string;
  sandboxId: string;
  organizationId: string;
  /** All granted rights, including implied ones. */
  rights: readonly BoxRight[];
  madeBy: Actor;
  /** The user or API key that made the link. null: unknown. */
  createdBy?: string | null;
}

/** The name under which a caller's actions are recorded. */
export interface Actor {
  actorKind: "user" | "api_key";
  actorId: string;
}

/** The kind of a caller and its `callerKey`, stored with its work. */
export interface CallerId {
  kind: Caller["kind"];
  id: string;
}

/** Returns the key under which a caller's calls and open connections are counted. */
export const callerKey = (caller: Caller): string => {
  if (caller.kind === "box-token") return caller.boxTokenId;
  return actorOf(caller).actorId;
};

/** Actions through a link are recorded under its maker. */
export function actorOf(caller: Caller): Actor {
  if (caller.kind === "box-token") return caller.madeBy;
  if (caller.kind === "session") return { actorKind: "user", actorId: caller.userId };
  return { actorKind: "api_key", actorId: caller.apiKeyId };
}

/** Returns the user that signed in, or that made the API key or the link. undefined: unknown. */
export const userBehind = (caller: Caller): string | undefined =>
  caller.kind === "session" ? caller.userId : (caller.createdBy ?? undefined);

/**
 * Returns the user whose limit over all teams applies to a caller's work in a team on this plan. undefined: none,
 * because the team pays for it.
 */
export const countsFor = (caller: Caller, plan: PlanName): string | undefined =>
  plan === "hobby" ? userBehind(caller) : undefined;

/**
 * Returns the key of the user behind a caller, or else the team. Limits by this key do not grow with the number of API
 * keys or links.
 */
export const ownerKey = (caller: Caller): string =>
  caller.kind === "session" ? caller.userId : (userBehind(caller) ?? caller.organizationId);

/**
 * Returns whether a caller has a scope of an API key, or a right of a box token, which manages nothing. Users always
 * do; services check their role.
 */
export function hasScope(caller: Caller, needed: Scope, right: BoxRight = "shell"): boolean {
  if (caller.kind === "box-token") return needed !== "manage" && caller.rights.includes(right);
  return caller.kind === "session" || permits(caller.scope, needed);
}

/** Throws scope_required unless `hasScope`. */
export function requireScope(caller: Caller, needed: Scope, right: BoxRight = "shell"): void {
  if (caller.kind === "session" || hasScope(caller, needed, right)) return;
  const isKey = caller.kind === "api-key";
  const scope = isKey || needed === "manage" ? needed : right;
  throw new AppError("scope_required", { scope, held: isKey ? caller.scope : heldBy(caller) });
}

/**
 * Returns whether a caller's use keeps a sandbox alive. A link that only shows the screen must not cost the team
 * anything.
 */
export const keepsAlive = (caller: Caller): boolean =>
  caller.kind !== "box-token" || caller.rights.some((right) => right !== "view");

/** Names the rights of a box token, for errors. */
export const heldBy = ({ rights }: BoxTokenCaller): string => rights.join(", ");
