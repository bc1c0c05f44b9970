import { AppError } from "@terrarium/platform/base/app-error";
import type { SessionCaller } from "@terrarium/platform/base/caller";
import { newId } from "@terrarium/platform/db/ids";
import { hashToken, newToken } from "@terrarium/platform/secrets/secret-box";
import type { SessionStore } from "./session-store.ts";

const SESSION_MS = 30 * 24 * 60 * 60_000;
/** Minimum time between extensions of a used session, to avoid a write at every request. */
const EXTEND_AFTER_MS = 60 * 60_000;

/** Sessions of signed-in users: opaque tokens that expire 30 days after their last use. */
export interface SessionService {
  /** Returns a new session's token. Throws unauthorized if the user was deleted meanwhile. */
  start(userId: string): Promise<string>;
  find(token: string): Promise<SessionCaller | undefined>;
  revoke(sessionId: string): Promise<void>;
  removeExpired(): Promise<void>;
}

export function createSessionService(store: SessionStore, clock: () => number = Date.now): SessionService {
  return {
    async start(userId) {
      const now = clock();
      const token = newToken();
      const session = {
        id: newId("ses", now),
        userId,
        tokenHash: hashToken(token),
        createdAt: now,
        expiresAt: now + SESSION_MS,
      };
      if (!(await store.insert(session))) throw new AppError("unauthorized");
      return token;
    },
    async find(token) {
      const now = clock();
      const session = await store.find(hashToken(token), now);
      if (!session) return undefined;
      if (session.expiresAt - now < SESSION_MS - EXTEND_AFTER_MS) await store.extend(session.id, now + SESSION_MS);
      return { kind: "session", userId: session.userId, sessionId: session.id };
    },
    revoke: (sessionId) => store.delete(sessionId),
    removeExpired: () => store.deleteExpired(clock()),
  };
}
