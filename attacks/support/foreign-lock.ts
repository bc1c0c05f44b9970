import path from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Holds the write lock of a server's SQLite file, like a backup or an operator's tool. */
export function holdDatabase(dataDir: string): { release(): void } {
  const database = openFile(dataDir);
  database.exec("begin immediate");
  return {
    release() {
      if (database.isOpen) database.close();
    },
  };
}

/** Moves the complete write-ahead log into the database, so that the next change needs space for a new log. */
export function emptyDatabaseLog(dataDir: string): void {
  const database = openFile(dataDir);
  const moved = database.prepare("pragma wal_checkpoint(truncate)").get();
  if (moved?.busy !== 0) throw new Error("the server used its database meanwhile");
  database.close();
}

const openFile = (dataDir: string) => new DatabaseSync(path.join(dataDir, "terrarium.db"), { timeout: 5_000 });
