import { Client } from "pg";

const BEAT_MS = 1_000;
const ANSWER_TIMEOUT_MS = 5_000;

/** One connection of its own, for what is bound to a session of PostgreSQL: advisory locks, and notifications. */
export interface PostgresSession {
  /** One query after the other; answers the first row. */
  ask(sql: string, ...values: unknown[]): Promise<Record<string, unknown> | undefined>;
  /** `listener` gets the payloads of all channels that this session listens to. */
  onNotification(listener: (payload: string) => void): void;
  /** Does something every second; if it fails, the session is given up. */
  everyBeat(task: () => Promise<unknown>): void;
  /** Resolves when the connection is lost, or PostgreSQL no longer answers on it. */
  lost: Promise<Error>;
  close(): void;
}

/** Connects; throws if that fails, or takes longer than 5 s. */
export async function openSession(connectionString: string): Promise<PostgresSession> {
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
  let last: Promise<unknown> = Promise.resolve();
  const ask: PostgresSession["ask"] = async (sql, ...values) => {
    const result = last.then(() => client.query<Record<string, unknown>>(sql, values));
    last = result.catch(() => {});
    return (await result).rows[0];
  };
  // A connection of which the other end is gone without a word is found out by asking.
  const tasks: Array<() => Promise<unknown>> = [() => ask("select 1")];
  let isBeating = false;
  const beatOnce = async () => {
    if (isBeating) return;
    isBeating = true;
    for (const task of tasks) await task();
    isBeating = false;
  };
  const beat = setInterval(() => void beatOnce().catch(lose), BEAT_MS);
  void lost.then(() => {
    clearInterval(beat);
    return client.end().catch(() => {});
  });
  return {
    ask,
    onNotification: (listener) => void client.on("notification", ({ payload = "" }) => listener(payload)),
    everyBeat: (task) => void tasks.push(task),
    lost,
    close: () => lose(new Error("the connection was given up")),
  };
}
