import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe } from "vitest";
import { openDatabase, type Database } from "./database.ts";
import { postgresDialect } from "./postgres.ts";
import { sqliteDialect } from "./sqlite.ts";

/** For tests: runs the same tests on SQLite and on a PostgreSQL of their own, each test on an empty, migrated database. */
export function describeOnBothDatabases(name: string, tests: (database: () => Database) => void): void {
  describe(`${name} on SQLite`, () => {
    const folder = temporaryFolder();
    let count = 0;
    provideDatabase(tests, () => openDatabase(sqliteDialect(path.join(folder, `${count++}.db`))));
  });
  describe(`${name} on PostgreSQL`, () => {
    const server = providePostgres();
    provideDatabase(tests, async () => openDatabase(postgresDialect(await server.createDatabase(), throwIt)));
  });
}

function provideDatabase(tests: (database: () => Database) => void, open: () => Promise<Database>): void {
  let database: Database | undefined;
  beforeEach(async () => {
    database = await open();
  });
  afterEach(() => database?.destroy());
  tests(() => {
    if (!database) throw new Error("the database is open only while a test runs");
    return database;
  });
}

/** A folder for the tests of this block, removed after them. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "terrarium-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A PostgreSQL server for the tests of this block, on a unix socket. */
export function providePostgres(): { createDatabase(): Promise<string> } {
  let server: Awaited<ReturnType<typeof startPostgres>> | undefined;
  let count = 0;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.stop());
  return {
    async createDatabase() {
      if (!server) throw new Error("PostgreSQL runs only while a test runs");
      const name = `test_${count++}`;
      const client = new Client(server.address("postgres"));
      await client.connect();
      await client.query(`create database ${name}`);
      await client.end();
      return server.address(name);
    },
  };
}

async function startPostgres() {
  const bin = globSync("/usr/lib/postgresql/*/bin").find((folder) => existsSync(path.join(folder, "initdb")));
  if (!bin) throw new Error("these tests need PostgreSQL: on Debian, apt-get install postgresql");
  const folder = mkdtempSync(path.join(tmpdir(), "terrarium-pg-"));
  chmodSync(folder, 0o777);
  const data = path.join(folder, "data");
  // PostgreSQL refuses to run as root; Debian's package made this user for it.
  const [command, ...prefix] = process.getuid?.() === 0 ? ["runuser", "-u", "postgres", "--"] : ["env"];
  if (command === undefined) throw new Error("unreachable");
  execFileSync(command, [...prefix, path.join(bin, "initdb"), "-D", data, "-U", "test", "-A", "trust", "--no-sync"], {
    stdio: "pipe",
    cwd: folder,
  });
  const settings = [
    "listen_addresses=",
    `unix_socket_directories=${folder}`,
    "fsync=off",
    "full_page_writes=off",
    "max_connections=50",
  ];
  const child = spawn(
    command,
    [...prefix, path.join(bin, "postgres"), "-D", data, ...settings.flatMap((setting) => ["-c", setting])],
    {
      stdio: ["ignore", "ignore", "pipe"],
      cwd: folder,
    },
  );
  let log = "";
  await new Promise<void>((resolve, reject) => {
    child.stderr.on("data", (chunk: Buffer) => {
      log += chunk.toString();
      if (log.includes("ready to accept connections")) resolve();
    });
    child.on("exit", (code) => reject(new Error(`PostgreSQL ended with code ${code}:\n${log}`)));
  });
  return {
    address: (database: string) => `postgresql://test@/${database}?host=${encodeURIComponent(folder)}`,
    async stop() {
      execFileSync(command, [...prefix, path.join(bin, "pg_ctl"), "stop", "-D", data, "-m", "immediate"], {
        stdio: "pipe",
        cwd: folder,
      });
      if (child.exitCode === null) await once(child, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function throwIt(error: Error): never {
  throw error;
}
