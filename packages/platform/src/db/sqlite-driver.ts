import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from "kysely";
import { primaryCode, SQLITE_BUSY } from "./sqlite-codes.ts";
import { DatabaseUnavailableError } from "./unavailable.ts";

/** Number of statements kept prepared; there are fewer distinct queries. */
const STATEMENT_CACHE_SIZE = 256;
/** Pause before a statement retries after a foreign lock. */
const BUSY_PAUSE_MS = 10;

const READS = /^select\b/i;
/** Matches statements that start a transaction or change data. */
const WRITES = /^(?:begin|insert|update|delete)\b/i;
/**
 * Matches pragmas that change a setting. They take effect when prepared, not at each execution
 * (https://www.sqlite.org/pragma.html).
 */
const SETTING = /^pragma\b.*=/i;

interface SqliteDriverOptions {
  open: () => DatabaseSync;
  /** Called before each transaction and each change. */
  beforeWrite: () => void;
  /** Time that a statement waits for locks of other processes. */
  busyTimeoutMs: number;
}

/**
 * Runs Kysely's queries on one SQLite connection. Writers take turns: a logical connection keeps its turn from its
 * first write to its release. Reads only wait for open transactions. A statement that meets another process's lock is
 * retried on a timer, so the main thread never blocks and reads continue. After `busyTimeoutMs` it fails with
 * DatabaseUnavailableError.
 */
export class SqliteDriver implements Driver {
  readonly #options: SqliteDriverOptions;
  readonly #prepared = new Map<string, StatementSync>();
  readonly #idle: SqliteConnection[] = [];
  readonly #waiting: (() => void)[] = [];
  #opened: DatabaseSync | undefined;
  /** The connection with the turn to write. */
  #writer: SqliteConnection | undefined;
  /** The writer's transaction. SQLite may have rolled it back; `failure` is the error that caused this. */
  #transaction: { failure?: unknown } | undefined;
  #transactionEnd = Promise.withResolvers<void>();

  constructor(options: SqliteDriverOptions) {
    this.#options = options;
  }

  async init(): Promise<void> {
    this.#opened = this.#options.open();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#idle.pop() ?? new SqliteConnection((connection, query) => this.#execute(connection, query));
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    // Immediate, so that a transaction meets another process's lock here, where it can wait, and not at its first
    // change.
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
    this.#transaction = {};
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("commit"));
    this.#endTransaction();
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      if (this.#database.isTransaction) await connection.executeQuery(CompiledQuery.raw("rollback"));
    } finally {
      this.#endTransaction();
    }
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const own = connection as SqliteConnection; // `acquireConnection` returns no other type.
    if (this.#writer === own) {
      this.#writer = undefined;
      this.#waiting.shift()?.();
    }
    this.#idle.push(own);
  }

  async destroy(): Promise<void> {
    this.#prepared.clear();
    this.#opened?.close();
  }

  get #database(): DatabaseSync {
    if (!this.#opened) throw new Error("the database is not open");
    return this.#opened;
  }

  async #execute<R>(connection: SqliteConnection, query: CompiledQuery): Promise<QueryResult<R>> {
    const lateAtMs = performance.now() + this.#options.busyTimeoutMs;
    const isRead = READS.test(query.sql);
    if (!isRead && this.#writer !== connection) await this.#takeTurn(connection);
    for (;;) {
      // In a loop, because the next transaction may start before this read runs.
      while (this.#writer !== connection && this.#database.isTransaction) await this.#transactionEnd.promise;
      try {
        return this.#run<R>(connection, query);
      } catch (error) {
        if (primaryCode(error) !== SQLITE_BUSY) throw error;
        if (performance.now() >= lateAtMs)
          throw new DatabaseUnavailableError("another process holds a lock on the database", { cause: error });
      }
      await sleep(BUSY_PAUSE_MS);
    }
  }

  async #takeTurn(connection: SqliteConnection): Promise<void> {
    while (this.#writer) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#writer = connection;
  }

  #run<R>(connection: SqliteConnection, { sql, parameters }: CompiledQuery): QueryResult<R> {
    const transaction = this.#writer === connection ? this.#transaction : undefined;
    // Later statements would be committed on their own.
    if (transaction && !this.#database.isTransaction) throw transaction.failure;
    if (WRITES.test(sql)) this.#options.beforeWrite();
    try {
      return this.#runStatement<R>(sql, parameters as SQLInputValue[]); // SQLite itself rejects other types.
    } catch (error) {
      if (transaction) transaction.failure = error;
      throw error;
    }
  }

  #runStatement<R>(sql: string, parameters: SQLInputValue[]): QueryResult<R> {
    if (SETTING.test(sql)) {
      this.#database.exec(sql);
      return { rows: [] };
    }
    const statement = this.#prepare(sql);
    if (statement.columns().length > 0) return { rows: statement.all(...parameters) as R[] };
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
  }

  #prepare(sql: string): StatementSync {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    const [oldest] = this.#prepared.keys();
    if (this.#prepared.size >= STATEMENT_CACHE_SIZE && oldest !== undefined) this.#prepared.delete(oldest);
    this.#prepared.set(sql, statement);
    return statement;
  }

  #endTransaction(): void {
    this.#transaction = undefined;
    this.#transactionEnd.resolve();
    this.#transactionEnd = Promise.withResolvers();
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #execute: <R>(connection: SqliteConnection, query: CompiledQuery) => Promise<QueryResult<R>>;

  constructor(execute: <R>(connection: SqliteConnection, query: CompiledQuery) => Promise<QueryResult<R>>) {
    this.#execute = execute;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#execute<R>(this, query);
  }

  /** Yields all rows at once, because they are already in memory. */
  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }
}
