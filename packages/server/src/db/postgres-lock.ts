import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { ConfigError } from "../base/config-error.ts";

/** Any number that nothing else locks. */
const LOCK = 7_378_697_629;
const HOLDER = "server.holder";
/** A server that was killed keeps its lock until PostgreSQL has noticed. */
const PATIENCE_MS = 5_000;
const POLL_MS = 100;
/** How long the lock of a server that did not say goodbye must be free before another takes it: that server may be coming back. */
const GRACE_MS = 3_000;
const BEAT_MS = 1_000;
const ANSWER_TIMEOUT_MS = 5_000;

export interface PostgresLockOptions {
  connectionString: string;
  /** Tells this server's data directory from others. */
  holder: string;
  /** The lock may be another's by now: this server must change nothing until `onRegained`. */
  onLost: (error: Error) => void;
  onRegained: () => void;
  /** Another server had it meanwhile, and takes this one's devices for crashed: this one must end. */
  onTaken: () => void;
}

/**
 * Makes this the only server on a PostgreSQL database until it lets go: devices run on the server's own machine, and
 * another server would take them for crashed. When the connection is lost, as when PostgreSQL restarts, it is made again
 * for as long as it takes. Throws ConfigError if there is another server.
 */
export async function lockPostgres(options: PostgresLockOptions): Promise<{ release(): Promise<void> }> {
  let session = await openSession(options.connectionString);
  try {
    await take(session, options.holder);
  } catch (error) {
    session.close();
    throw error;
  }
  const stopping = new AbortController();
  const watching = watch();

  /** Resolves when the lock is another's, or nobody's because it was let go. */
  async function watch(): Promise<void> {
    for (;;) {
      const error = await session.lost;
      if (stopping.signal.aborted) return;
      options.onLost(error);
      const regained = await regain();
      if (regained === "stopped") return;
      if (regained === "taken") return options.onTaken();
      session = regained;
      options.onRegained();
    }
  }

  async function regain(): Promise<Session | "taken" | "stopped"> {
    while (!stopping.signal.aborted) {
      const attempt = await openSession(options.connectionString).catch(() => undefined);
      try {
        if (attempt && !stopping.signal.aborted) {
          const locked = await tryLock(attempt);
          if ((await readHolder(attempt)) !== options.holder) {
            attempt.close();
            return "taken";
          }
          if (locked) return attempt;
        }
      } catch {
        // It was lost again.
      }
      attempt?.close();
      await sleep(POLL_MS);
    }
    return "stopped";
  }

  return {
    async release() {
      stopping.abort();
      // If it cannot be told, the next server waits a little longer.
      await session.ask("delete from settings where key = $1 and value = $2", HOLDER, options.holder).catch(() => {});
      session.close();
      await watching;
    },
  };
}

/** Waits for the lock, but not for long. */
async function take(session: Session, holder: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  let freeSince: number | undefined;
  for (;;) {
    const now = performance.now();
    if (await tryLock(session)) {
      const last = await readHolder(session);
      if (last === undefined || last === holder || now - (freeSince ?? now) >= GRACE_MS) break;
      freeSince ??= now;
      await session.ask("select pg_advisory_unlock($1)", LOCK);
    } else {
      freeSince = undefined;
      if (now > deadline) {
        throw new ConfigError(
          "DATABASE_URL leads to a database that another server uses, whose devices this one cannot see: stop it, or give this one a database of its own",
        );
      }
    }
    await sleep(POLL_MS);
  }
  await session.ask(
    "insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value",
    HOLDER,
    holder,
  );
}

interface Session {
  /** One query after the other; answers the first row. */
  ask(sql: string, ...values: unknown[]): Promise<Record<string, unknown> | undefined>;
  /** Resolves when the connection is lost, or PostgreSQL no longer answers on it. */
  lost: Promise<Error>;
  close(): void;
}

async function openSession(connectionString: string): Promise<Session> {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    keepAlive: true,
  });
  const { promise: lost, resolve: lose } = Promise.withResolvers<Error>();
  client.on("error", lose);
  client.on("end", () => lose(new Error("the connection was closed")));
  try {
    await client.connect();
  } catch (error) {
    void client.end().catch(() => {});
    throw error;
  }
  // A connection of which the other end is gone without a word is found out by asking.
  let last: Promise<unknown> = Promise.resolve();
  const ask: Session["ask"] = async (sql, ...values) => {
    const result = last.then(() => client.query<Record<string, unknown>>(sql, values));
    last = result.catch(() => {});
    return (await result).rows[0];
  };
  const beat = setInterval(() => void ask("select 1").catch(lose), BEAT_MS);
  void lost.then(() => {
    clearInterval(beat);
    return client.end().catch(() => {});
  });
  return { ask, lost, close: () => lose(new Error("the connection was given up")) };
}

async function tryLock(session: Session): Promise<boolean> {
  return (await session.ask("select pg_try_advisory_lock($1) as locked", LOCK))?.locked === true;
}

/** The server that has the lock, or had it last and did not let go of it. */
async function readHolder(session: Session): Promise<unknown> {
  return (await session.ask("select value from settings where key = $1", HOLDER))?.value;
}
