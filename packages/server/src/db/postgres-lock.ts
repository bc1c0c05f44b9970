import { setTimeout as sleep } from "node:timers/promises";
import { ConfigError } from "../base/config-error.ts";
import { openSession, type PostgresSession } from "./postgres-session.ts";
import { SILENT_MAX_MS } from "./postgres.ts";

/** Any number that nothing else locks. */
const LOCK = 7_378_697_629;
const HOLDER = "server.holder";
/** A server that was killed keeps its lock until PostgreSQL has noticed. */
const PATIENCE_MS = 5_000;
const POLL_MS = 100;
/** How long the lock of a server that did not say goodbye must be free before another takes it: that server may be coming back. */
const GRACE_MS = 3_000;
/**
 * PostgreSQL ends the session of a server that sleeps for so long, since version 14: else that one would lead, and do
 * nothing. A server alone keeps its lock however long it sleeps.
 */
const MOST_IDLE = `set idle_session_timeout = ${SILENT_MAX_MS}`;

/** alone: no other server may be there. shared: others may that share it too. */
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
/** What stands for all servers that share the lock, in place of the one that has it. */
const SHARED_HOLDER = "shared";

export interface PostgresLockOptions {
  connectionString: string;
  mode: PostgresLockMode;
  /** Tells this server's data directory from others. */
  serverId: string;
  /** Is handed each session that has the lock, when this server may use the database. */
  use: (session: PostgresSession) => Promise<void>;
  /** The lock may be another's by now: this server must change nothing until `onRegained`. */
  onLost: (error: Error) => void;
  onRegained: () => void;
  /** Another server had it meanwhile, and takes this one's devices for crashed: this one must end. */
  onTaken: () => void;
}

/**
 * Keeps servers off a PostgreSQL database until this one lets go: all of them if its devices run on its own machine, since
 * another would take them for crashed, or else those that have such devices. When the connection is lost, as when PostgreSQL
 * restarts, it is made again for as long as it takes. Throws ConfigError if there is a server that keeps this one off.
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
      // If it is lost again meanwhile, the next round finds that.
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
          // Nobody would close a session that is regained after the lock was let go.
          if (!stopping.signal.aborted) {
            if (isTaken) {
              attempt.close();
              return "taken";
            }
            if (locked) return attempt;
          }
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
      await giveUp(session, mode, holder).catch(() => {});
      session.close();
      await watching;
    },
  };
}

/** Waits for the lock, but not for long. */
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

/** Says that it lets go, of servers that share the lock the last one for all. */
async function giveUp(session: PostgresSession, mode: PostgresLockMode, holder: string): Promise<void> {
  if (mode === "shared") {
    await session.ask(UNLOCK.shared, LOCK);
    if (!(await tryLock(session, "alone"))) return;
  }
  await session.ask("delete from settings where key = $1 and value = $2", HOLDER, holder);
}

/** The server that has the lock, or had it last and did not let go of it. */
async function readHolder(session: PostgresSession): Promise<unknown> {
  return (await session.ask("select value from settings where key = $1", HOLDER))?.value;
}

async function setMostIdle(session: PostgresSession): Promise<void> {
  const version = await session.ask("select current_setting('server_version_num')::int >= 140000 as knows_it");
  if (version?.knows_it === true) await session.ask(MOST_IDLE);
}
