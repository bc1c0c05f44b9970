import type { PostgresSession } from "./postgres-session.ts";

const HOLD = "select pg_advisory_lock_shared(hashtextextended($1, 0))";
/** Succeeds only if no session holds the lock; releases it at once. */
const TRY = "select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as taken";
const lockOf = (provider: string): string => `provider.${provider}`;

/**
 * Shares the device providers of all servers on the database: each server's session holds a lock for each of its `own`
 * providers.
 */
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
