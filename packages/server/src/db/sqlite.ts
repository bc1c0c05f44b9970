import { accessSync, chmodSync, closeSync, constants, existsSync, openSync } from "node:fs";
import path from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { SqliteAdapter, SqliteDialect, type Dialect, type SqliteDatabase, type SqliteStatement } from "kysely";
import { ConfigError } from "../base/config-error.ts";
import { makeFolder } from "../base/make-folder.ts";

/** Statements kept prepared; there are fewer distinct queries than this. */
const STATEMENT_CACHE_SIZE = 256;
const BUSY_TIMEOUT_MS = 5_000;
/** Pages of the file kept in memory: SQLite's own 2 MB are little beside a database of many teams. */
const PAGE_CACHE_KIB = 65_536;
/** For the server's user alone. */
const PRIVATE = 0o600;
const IN_MEMORY = ":memory:";

/**
 * Kysely's SQLite dialect over Node's own SQLite. Write-ahead log with synchronous=FULL: what was acknowledged survives
 * a killed process and a power cut. `beforeWrite` is called before each transaction, and each change outside of one.
 */
export function sqliteDialect(file: string, beforeWrite: () => void = () => undefined): Dialect {
  return new TransactionalDdlDialect({ database: async () => openDatabase(file, beforeWrite) });
}

/** SQLite can undo a half-done migration, although Kysely does not count on it. */
class TransactionalDdlDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter();
  }
}

class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Begins a transaction, or changes something. */
const WRITES = /^(?:begin|insert|update|delete)\b/i;
/** Takes effect when it is prepared, not each time it is run (https://www.sqlite.org/pragma.html). */
const SETTING = /^pragma\b.*=/i;

/**
 * SQLite would make the file as the umask says; its log and index, which may be there since a server was killed, get the
 * mode of the file when they are made.
 */
function makePrivate(file: string): void {
  // One that is there is not opened: closing it would let go of the locks that SQLite may have on it in this process.
  if (!existsSync(file)) closeSync(openSync(file, "a", PRIVATE));
  for (const each of [file, `${file}-wal`, `${file}-shm`]) {
    try {
      chmodSync(each, PRIVATE);
    } catch {
      // Missing, another user's, or on a file system without modes: then whoever set that up has said who may read it.
    }
  }
}

function openDatabase(file: string, beforeWrite: () => void): SqliteDatabase {
  if (file !== IN_MEMORY) makePrivate(file);
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -${PAGE_CACHE_KIB}`);
  const prepared = new Map<string, SqliteStatement>();
  return {
    prepare(sql) {
      if (SETTING.test(sql)) return settingStatement(database, sql);
      const known = prepared.get(sql);
      if (known) return known;
      // Another process may write too (the operator's commands): a transaction waits for its turn when it begins, where
      // it can, rather than failing when it first writes.
      const prepare = database.prepare(sql === "begin" ? "begin immediate" : sql);
      const statement = wrapStatement(prepare, WRITES.test(sql) ? beforeWrite : undefined);
      const [oldest] = prepared.keys();
      if (prepared.size >= STATEMENT_CACHE_SIZE && oldest !== undefined) prepared.delete(oldest);
      prepared.set(sql, statement);
      return statement;
    },
    close() {
      prepared.clear();
      database.close();
    },
  };
}

function settingStatement(database: DatabaseSync, sql: string): SqliteStatement {
  return {
    reader: false,
    all: () => [],
    run() {
      database.exec(sql);
      return { changes: 0, lastInsertRowid: 0 };
    },
    iterate: () => [].values(),
  };
}

function wrapStatement(statement: StatementSync, before?: () => void): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all(parameters) {
      before?.();
      return statement.all(...toInput(parameters));
    },
    run(parameters) {
      before?.();
      return statement.run(...toInput(parameters));
    },
    iterate: (parameters) => statement.iterate(...toInput(parameters)),
  };
}

function toInput(parameters: readonly unknown[]): SQLInputValue[] {
  // The schema type admits only texts, numbers and bytes; SQLite itself refuses anything else.
  return parameters as SQLInputValue[];
}

/** SQLite's SQLITE_BUSY (https://sqlite.org/rescode.html). */
const SQLITE_BUSY = 5;
const isBusy = (error: unknown): boolean =>
  error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;

/**
 * Holds a directory against a second server until `release` or the end of the process, however it ends: the lock is one
 * that the operating system keeps for SQLite on an empty database. Throws ConfigError if there is one, or the directory
 * cannot be written.
 */
export function lockDirectory(directory: string): { release(): void } {
  try {
    return lockWritable(directory);
  } catch (error) {
    if (isBusy(error))
      throw new ConfigError(
        `TERRARIUM_DATA_DIR ${directory} is used by another server: stop that one, or set TERRARIUM_DATA_DIR to another directory`,
        { cause: error },
      );
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`TERRARIUM_DATA_DIR ${directory} cannot be written: ${reason}`, { cause: error });
  }
}

function lockWritable(directory: string): { release(): void } {
  makeFolder(directory);
  // The file of the lock may be there already.
  accessSync(directory, constants.W_OK);
  const file = path.join(directory, "server.lock");
  closeSync(openSync(file, "a", PRIVATE));
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    throw error;
  }
  return { release: () => lock.close() };
}
