import { type Alone, createAlone } from "../base/alone.ts";
import type { PostgresSession } from "./postgres-session.ts";

const LOCK = "select pg_try_advisory_lock(hashtextextended($1, 0)) as locked";
const UNLOCK = "select pg_advisory_unlock(hashtextextended($1, 0))";

/**
 * Creates a lock between all servers on the database. A server's session holds an advisory lock while its work runs.
 */
export function createPostgresAlone(): { alone: Alone; use(session: PostgresSession): void } {
  const here = createAlone();
  let current: PostgresSession | undefined;
  return {
    alone: (name, work) =>
      here(name, async () => {
        const session = current;
        // A lost session no longer answers, which is reported elsewhere; its locks are gone with it.
        const row = await session?.ask(LOCK, name).catch(() => undefined);
        if (row?.locked !== true) return undefined;
        try {
          return await work();
        } finally {
          await session?.ask(UNLOCK, name).catch(() => undefined);
        }
      }),
    use(session) {
      current = session;
    },
  };
}
