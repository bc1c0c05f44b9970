import type { Leadership } from "../base/peers.ts";
import type { PostgresSession } from "./postgres-session.ts";

/** Arbitrary number that nothing else locks. */
const LEADER_LOCK = 7_378_697_630;

export interface PostgresLeadership extends Leadership {
  /** Makes this server the leader when there is no other, for as long as the session exists. */
  use(session: PostgresSession): Promise<void>;
}

/**
 * Elects a leader: the server with a session that holds a lock. When that session ends, PostgreSQL gives the lock to
 * the next session that tries.
 */
export function createPostgresLeadership(): PostgresLeadership {
  const listeners: Array<() => void> = [];
  let leading: PostgresSession | undefined;

  async function tryToLead(session: PostgresSession): Promise<void> {
    // A second lock by the same session would succeed and be counted.
    if (leading === session) return;
    const row = await session.ask("select pg_try_advisory_lock($1) as locked", LEADER_LOCK);
    if (row?.locked !== true) return;
    leading = session;
    for (const listener of listeners) listener();
  }

  return {
    isLeader: () => leading !== undefined,
    onLeading: (listener) => void listeners.push(listener),
    async use(session) {
      const stop = () => {
        if (leading === session) leading = undefined;
      };
      void session.lost.then(stop);
      await tryToLead(session);
      session.everyBeat(() => tryToLead(session));
    },
  };
}
