import type { Leadership } from "../base/peers.ts";
import type { PostgresSession } from "./postgres-session.ts";

/** Any number that nothing else locks. */
const LEADER_LOCK = 7_378_697_630;

export interface PostgresLeadership extends Leadership {
  /** Leads as soon as nobody else does, for as long as this session is there. */
  use(session: PostgresSession): Promise<void>;
}

/** The leader is whose session has a lock, which PostgreSQL gives to the next one that asks when that session is gone. */
export function createPostgresLeadership(): PostgresLeadership {
  const listeners: Array<() => void> = [];
  let leading: PostgresSession | undefined;

  async function tryToLead(session: PostgresSession): Promise<void> {
    // To lock it again would succeed, too, and count.
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
