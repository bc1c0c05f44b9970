import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { ConfigError } from "../config.ts";

/** Any number that nothing else locks. */
const LOCK = 7_378_697_629;
/** A server that was killed keeps its lock until PostgreSQL has noticed. */
const PATIENCE_MS = 5_000;
const POLL_MS = 100;

/**
 * Makes this the only server on a PostgreSQL database, until it lets go or its connection ends: devices run on the
 * server's own machine, and another server would take them for crashed. Throws ConfigError if there is another one.
 * `onLoss` hears of a connection that was lost.
 */
export async function lockPostgres(
  connectionString: string,
  onLoss: (error: Error) => void,
): Promise<{ release(): Promise<void> }> {
  const client = new Client({ connectionString });
  await client.connect();
  client.on("error", onLoss);
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await tryLock(client))) {
    if (Date.now() > deadline) {
      await client.end();
      throw new ConfigError(
        "DATABASE_URL leads to a database that another server uses, whose devices this one cannot see: stop it, or give this one a database of its own",
      );
    }
    await sleep(POLL_MS);
  }
  return { release: () => client.end() };
}

async function tryLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>("select pg_try_advisory_lock($1) as locked", [LOCK]);
  return rows[0]?.locked === true;
}
