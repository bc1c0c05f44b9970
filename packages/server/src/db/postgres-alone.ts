import { type Alone, createAlone } from "../base/alone.ts";
import type { PostgresSession } from "./postgres-session.ts";

const LOCK = "select pg_try_advisory_lock(hashtextextended($1, 0)) as locked";
const UNLOCK = "select pg_advisory_unlock(hashtextextended($1, 0))";

/** Among all servers on the database: while one of them works, its session has a lock for it. */
export function createPostgresAlone(): { alone: Alone; use(session: PostgresSession): void } {
  const here = createAlone();
  let current: PostgresSession | undefined;
  return {
    alone: (name, work) =>
      here(name, async () => {
        const session = current;
        // One that is lost answers no more, of which everybody is told otherwise; its locks are gone with it.
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
