import { accessSync, chmodSync, closeSync, constants, existsSync, openSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, type Dialect } from "kysely";
import { ConfigError } from "../base/config-error.ts";
import { makeFolder } from "../base/make-folder.ts";
import { primaryCode, SQLITE_BUSY } from "./sqlite-codes.ts";
import { SqliteDriver } from "./sqlite-driver.ts";

/** How long a statement waits for locks that other processes hold. */
const BUSY_TIMEOUT_MS = 5_000;
/** Pages of the file kept in memory: SQLite's own 2 MB are little beside a database of many teams. */
const PAGE_CACHE_KIB = 65_536;
/** For the server's user alone. */
const PRIVATE = 0o600;
const IN_MEMORY = ":memory:";

export interface SqliteOptions {
  /** Called before each transaction and each change. */
  beforeWrite?: () => void;
  busyTimeoutMs?: number;
}

/**
 * Returns Kysely's SQLite dialect over Node's own SQLite. With the write-ahead log and synchronous=FULL, acknowledged
 * writes survive a killed process and a power cut. While another process holds a lock, reads go on and writes wait.
 */
export function sqliteDialect(file: string, options: SqliteOptions = {}): Dialect {
  const { beforeWrite = () => undefined, busyTimeoutMs = BUSY_TIMEOUT_MS } = options;
  return {
    createAdapter: () => new OneConnectionAdapter(),
    createDriver: () => new SqliteDriver({ open: () => openFile(file), beforeWrite, busyTimeoutMs }),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

class OneConnectionAdapter extends SqliteAdapter {
  /** SQLite can undo a half-done migration, although Kysely does not count on it. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** The driver keeps writers apart. Kysely's own mutex would make reads wait for other processes' locks too. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

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

function openFile(file: string): DatabaseSync {
  if (file !== IN_MEMORY) makePrivate(file);
  // Nobody else waits for this thread yet: opening may wait for another process.
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -${PAGE_CACHE_KIB}`);
  database.exec("PRAGMA busy_timeout = 0");
  return database;
}

/**
 * Holds a directory against a second server until `release` or the end of the process, however it ends: the lock is one
 * that the operating system keeps for SQLite on an empty database. Throws ConfigError if there is one, or the directory
 * cannot be written.
 */
export function lockDirectory(directory: string): { release(): void } {
  try {
    return lockWritable(directory);
  } catch (error) {
    if (primaryCode(error) === SQLITE_BUSY)
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
