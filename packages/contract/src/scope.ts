import { z } from "zod";

/**
 * Scopes of a program, each including the previous ones: read; use existing devices; create and end sandboxes. Users
 * have all scopes, within their role.
 */
export const SCOPES = ["read", "drive", "manage"] as const;
export const Scope = z.enum(SCOPES);
export type Scope = z.infer<typeof Scope>;

/** Returns whether a held scope, or none, permits a call that needs another one. */
export const permits = (held: Scope | undefined, needed: Scope): boolean =>
  held !== undefined && SCOPES.indexOf(held) >= SCOPES.indexOf(needed);
