import { setTimeout as sleep } from "node:timers/promises";
import { ConfigError } from "../base/config-error.ts";
import { openSession, type PostgresSession } from "./postgres-session.ts";
import { SILENT_MAX_MS } from "./postgres.ts";

/** Arbitrary number that nothing else locks. */
const LOCK = 7_378_697_629;
const HOLDER = "server.holder";
/** Timeout to take the lock. PostgreSQL frees a killed server's lock only when it notices the end. */
const PATIENCE_MS = 5_000;
const POLL_MS = 100;
/**
 * Time that the lock of a server without a regular shutdown must be free before another takes it, because that server
 * may come back.
 */
const GRACE_MS = 3_000;
/**
 * Makes PostgreSQL (since version 14) end the session of a server that sleeps this long, because it could be a leader
 * that does nothing. An exclusive server keeps its lock however long it sleeps.
 */
const MOST_IDLE = `set idle_session_timeout = ${SILENT_MAX_MS}`;

/** alone: excludes all other servers. shared: allows servers that share the lock too. */
export type PostgresLockMode = "alone" | "shared";

const TRY: Record<PostgresLockMode, string> = {
  alone: "select pg_try_advisory_lock($1) as locked",
  shared: "select pg_try_advisory_lock_shared($1) as locked",
};
const UNLOCK: Record<PostgresLockMode, string> = {
  alone: "select pg_advisory_unlock($1)",
  shared: "select pg_advisory_unlock_shared($1)",
};
const REFUSED: Record<PostgresLockMode, string> = {
  alone:
    "DATABASE_URL leads to a database that another server uses, and the devices of the provider embedded are seen by one server alone: stop the other one, give this one a database of its own, or set TERRARIUM_PROVIDERS of both to providers that servers share, such as docker",
  shared:
    "DATABASE_URL leads to a database that another server uses which has it for itself, since it has the provider embedded: stop that one, give this one a database of its own, or set its TERRARIUM_PROVIDERS to providers that servers share, such as docker",
};
/** Holder entry of all servers that share the lock. */
const SHARED_HOLDER = "shared";

export interface PostgresLockOptions {
  connectionString: string;
  mode: PostgresLockMode;
  /** Identifies this server's data directory. */
  serverId: string;
  /** Called with each session that holds the lock, when this server may use the database. */
  use: (session: PostgresSession) => Promise<void>;
  /** Called when another server may have taken the lock: this server must change nothing until `onRegained`. */
  onLost: (error: Error) => void;
  onRegained: () => void;
  /**
   * Called when another server held the lock in between and considers this server's devices crashed: this server must
   * end.
   */
  onTaken: () => void;
}

/**
 * Excludes other servers from a PostgreSQL database until released. If this server's devices run on its own machine, it
 * excludes all others, which would consider those devices crashed. Otherwise it excludes only servers with such
 * devices. Reconnects without a time limit after the connection is lost, such as by a PostgreSQL restart. Throws
 * ConfigError if another server excludes this one.
 */
export async function lockPostgres(options: PostgresLockOptions): Promise<{ release(): Promise<void> }> {
  const { connectionString, mode } = options;
  const holder = mode === "shared" ? SHARED_HOLDER : options.serverId;
  let session = await openSession(connectionString);
  try {
    await take(session, mode, holder);
    await begin(session);
  } catch (error) {
    session.close();
    throw error;
  }
  const stopping = new AbortController();
  const watching = watch();

  /** Resolves when another server has taken the lock, or it was released. */
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
      // If it was lost again meanwhile, the next iteration notices.
      await begin(session).catch(() => session.close());
    }
  }

  async function begin(taken: PostgresSession): Promise<void> {
    if (mode === "shared") await setMostIdle(taken);
    await options.use(taken);
  }

  async function regain(): Promise<PostgresSession | "taken" | "stopped"> {
    while (!stopping.signal.aborted) {
      const attempt = await openSession(connectionString).catch(() => undefined);
      try {
        if (attempt && !stopping.signal.aborted) {
          const locked = await tryLock(attempt, mode);
          const isTaken = (await readHolder(attempt)) !== holder;
          // A session that is regained after the release would never be closed.
          if (!stopping.signal.aborted) {
            if (isTaken) {
              attempt.close();
              return "taken";
            }
            if (locked) return attempt;
          }
        }
      } catch {
        // The session was lost again.
      }
      attempt?.close();
      await sleep(POLL_MS);
    }
    return "stopped";
  }

  return {
    async release() {
      stopping.abort();
      // If this fails, the next server waits a little longer.
      await giveUp(session, mode, holder).catch(() => {});
      session.close();
      await watching;
    },
  };
}

/** Takes the lock, waiting up to the timeout. */
async function take(session: PostgresSession, mode: PostgresLockMode, holder: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  let freeSince: number | undefined;
  for (;;) {
    const now = performance.now();
    if (await tryLock(session, mode)) {
      const last = await readHolder(session);
      if (last === undefined || last === holder || now - (freeSince ?? now) >= GRACE_MS) break;
      freeSince ??= now;
      await session.ask(UNLOCK[mode], LOCK);
    } else {
      freeSince = undefined;
      if (now > deadline) throw new ConfigError(REFUSED[mode]);
    }
    await sleep(POLL_MS);
  }
  await session.ask(
    "insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value",
    HOLDER,
    holder,
  );
}

async function tryLock(session: PostgresSession, mode: PostgresLockMode): Promise<boolean> {
  return (await session.ask(TRY[mode], LOCK))?.locked === true;
}

/** Records the release; of sharing servers, the last one does so. */
async function giveUp(session: PostgresSession, mode: PostgresLockMode, holder: string): Promise<void> {
  if (mode === "shared") {
    await session.ask(UNLOCK.shared, LOCK);
    if (!(await tryLock(session, "alone"))) return;
  }
  await session.ask("delete from settings where key = $1 and value = $2", HOLDER, holder);
}

/** Returns the server that holds the lock, or held it last without releasing it. */
async function readHolder(session: PostgresSession): Promise<unknown> {
  return (await session.ask("select value from settings where key = $1", HOLDER))?.value;
}

async function setMostIdle(session: PostgresSession): Promise<void> {
  const version = await session.ask("select current_setting('server_version_num')::int >= 140000 as knows_it");
  if (version?.knows_it === true) await session.ask(MOST_IDLE);
}
