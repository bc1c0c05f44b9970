import { Client } from "pg";

const BEAT_MS = 1_000;
const ANSWER_TIMEOUT_MS = 5_000;

/** A dedicated connection for features bound to a PostgreSQL session: advisory locks and notifications. */
export interface PostgresSession {
  /** Runs queries one after another; resolves with the first row. */
  ask(sql: string, ...values: unknown[]): Promise<Record<string, unknown> | undefined>;
  /** Calls `listener` with the payloads of all channels that this session listens to. */
  onNotification(listener: (payload: string) => void): void;
  /** Runs a task every second; a failure ends the session. */
  everyBeat(task: () => Promise<unknown>): void;
  /** Resolves when the connection is lost or PostgreSQL no longer answers. */
  lost: Promise<Error>;
  close(): void;
}

/** Connects. Throws if that fails or takes longer than 5 s. */
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
  // Only a query detects that the peer of a connection has silently disappeared.
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
    close: () => lose(new Error("the connection attempt was canceled")),
  };
}
