import type { PostgresSession } from "./postgres-session.ts";

const HOLD = "select pg_advisory_lock_shared(hashtextextended($1, 0))";
/** Taken only where nobody holds it, and let go of at once. */
const TRY = "select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as taken";
const lockOf = (provider: string): string => `provider.${provider}`;

/** Which providers of devices the servers on the database have: the session of each holds a lock for every one of `own`. */
export function createPostgresProviders(own: readonly string[]): {
  isProvidedElsewhere: (provider: string) => Promise<boolean>;
  use(session: PostgresSession): Promise<void>;
} {
  let current: PostgresSession | undefined;
  return {
    isProvidedElsewhere: async (provider) => (await current?.ask(TRY, lockOf(provider)))?.taken !== true,
    async use(session) {
      for (const provider of own) await session.ask(HOLD, lockOf(provider));
      current = session;
    },
  };
}
