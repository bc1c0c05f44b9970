import type { BoxRight } from "@terrarium/contract/box-rights";
import type { PlanName } from "@terrarium/contract/pricing";
import { permits, type Scope } from "@terrarium/contract/scope";
import { AppError } from "./app-error.ts";

/** Who makes a request, as the bearer token shows. */
export type Caller = (SessionCaller | ApiKeyCaller | BoxTokenCaller) & {
  /** When the token that shows it ends, in epoch milliseconds, where that is known. */
  endsAt?: number | undefined;
  /** How long that is from when it was shown, by the same clock, which need not be this machine's. */
  endsInMs?: number | undefined;
};

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
  /** The user for whom the key counts: who made it, or, once that one has left, the owner; null: not known. */
  createdBy?: string | null;
  /** Of the secret that was shown, SHA-256 in hex: a key may have two for a while. */
  secretHash?: string;
}

/** Whoever has a link: reaches one sandbox, and is no member of its organization. */
export interface BoxTokenCaller {
  kind: "box-token";
  boxTokenId: string;
  sandboxId: string;
  organizationId: string;
  /** All that it grants, those implied included. */
  rights: readonly BoxRight[];
  madeBy: Actor;
  /** The user who made the link, or the API key that did; null: not known. */
  createdBy?: string | null;
}

/** Under whom stands what a caller does. */
export interface Actor {
  actorKind: "user" | "api_key";
  actorId: string;
}

/** The kind of a caller and its `callerKey`, as kept with what it made. */
export interface CallerId {
  kind: Caller["kind"];
  id: string;
}

/** What stands for a caller where calls, or what they keep open, are counted. */
export const callerKey = (caller: Caller): string => {
  if (caller.kind === "box-token") return caller.boxTokenId;
  return actorOf(caller).actorId;
};

/** What is done with a link stands under whoever made it. */
export function actorOf(caller: Caller): Actor {
  if (caller.kind === "box-token") return caller.madeBy;
  if (caller.kind === "session") return { actorKind: "user", actorId: caller.userId };
  return { actorKind: "api_key", actorId: caller.apiKeyId };
}

/** The user who signed in, or made the API key or the link; undefined: not known. */
export const userBehind = (caller: Caller): string | undefined =>
  caller.kind === "session" ? caller.userId : (caller.createdBy ?? undefined);

/** For whose limit over all teams it counts what a caller makes in a team on a plan; undefined: nobody's, as what is paid for. */
export const countsFor = (caller: Caller, plan: PlanName): string | undefined =>
  plan === "hobby" ? userBehind(caller) : undefined;

/** What stands for the user behind a caller, or else the team: with many API keys or links one has no more of what is counted by it. */
export const ownerKey = (caller: Caller): string =>
  caller.kind === "session" ? caller.userId : (userBehind(caller) ?? caller.organizationId);

/**
 * Returns whether a caller may do what needs a scope of an API key, or a right of a box token, which manages nothing.
 * Users may, within their role, which services check.
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

/** Returns whether a caller's use keeps a sandbox alive. A link that only shows the screen spends nothing of the team's. */
export const keepsAlive = (caller: Caller): boolean =>
  caller.kind !== "box-token" || caller.rights.some((right) => right !== "view");

/** Names the rights of a box token, for errors. */
export const heldBy = ({ rights }: BoxTokenCaller): string => rights.join(", ");
