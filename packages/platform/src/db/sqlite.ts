import { accessSync, chmodSync, closeSync, constants, existsSync, openSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, type Dialect } from "kysely";
import { ConfigError } from "../base/config-error.ts";
import { makeFolder } from "../base/make-folder.ts";
import { primaryCode, SQLITE_BUSY } from "./sqlite-codes.ts";
import { SqliteDriver } from "./sqlite-driver.ts";

/** Time that a statement waits for locks of other processes. */
const BUSY_TIMEOUT_MS = 5_000;
/** Size of SQLite's page cache. The default of 2 MB is small for a database of many teams. */
const PAGE_CACHE_KIB = 65_536;
/** Readable only by the server's user. */
const PRIVATE = 0o600;
const IN_MEMORY = ":memory:";

export interface SqliteOptions {
  /** Called before each transaction and each change. */
  beforeWrite?: () => void;
  busyTimeoutMs?: number;
}

/**
 * Returns Kysely's SQLite dialect over Node's own SQLite. With the write-ahead log and synchronous=FULL, acknowledged
 * writes survive a killed process and a power cut. While another process holds a lock, reads continue and writes wait.
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
  /** SQLite can roll back an incomplete migration, although Kysely does not rely on it. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** The driver serializes writers. Kysely's own mutex would make reads wait for other processes' locks too. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/**
 * Restricts a database file. SQLite would create it with the umask. Its log and index, which may exist since a server
 * was killed, get the file's mode when SQLite creates them.
 */
function makePrivate(file: string): void {
  // An existing file is not opened, because closing it would release SQLite's locks on it in this process.
  if (!existsSync(file)) closeSync(openSync(file, "a", PRIVATE));
  for (const each of [file, `${file}-wal`, `${file}-shm`]) {
    try {
      chmodSync(each, PRIVATE);
    } catch {
      // The file is missing, another user's, or on a file system without modes. The operator has then decided about its
      // readers.
    }
  }
}

function openFile(file: string): DatabaseSync {
  if (file !== IN_MEMORY) makePrivate(file);
  // Blocking is acceptable here: opening may wait for another process, but no other work needs this thread yet.
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -${PAGE_CACHE_KIB}`);
  database.exec("PRAGMA busy_timeout = 0");
  return database;
}

/**
 * Locks a directory against a second server until `release` or the end of the process, in any way. The operating system
 * holds the lock, as a SQLite lock on an empty database. Throws ConfigError if another server has the lock or the
 * directory is not writable.
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
  // The lock's file may already exist.
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
