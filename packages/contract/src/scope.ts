import { z } from "zod";

/**
 * What a program may do, each including those before: see what there is; use the devices that there are; make and end
 * things. Users may do all of it, as far as their role goes.
 */
export const SCOPES = ["read", "drive", "manage"] as const;
export const Scope = z.enum(SCOPES);
export type Scope = z.infer<typeof Scope>;

/** Whether who has one scope, or none, may do what needs another. */
export const permits = (held: Scope | undefined, needed: Scope): boolean =>
  held !== undefined && SCOPES.indexOf(held) >= SCOPES.indexOf(needed);
