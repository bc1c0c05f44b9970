import type { PostgresSession } from "./postgres-session.ts";

const HOLD = "select pg_advisory_lock_shared(hashtextextended($1, 0))";
/** Succeeds only if no session holds the lock; releases it at once. */
const TRY = "select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as taken";
const lockOf = (provider: string): string => `provider.${provider}`;

/**
 * Tells servers on the same database which device providers the others have. Each server's database session holds a
 * shared lock for each provider in `own`.
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
