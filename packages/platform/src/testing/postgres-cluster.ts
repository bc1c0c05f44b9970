import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, chmodSync, existsSync, globSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "pg";
import { openDatabase } from "../db/database.ts";
import { connectPostgres } from "../db/postgres.ts";

/** A PostgreSQL server on a unix socket, for tests. */
export interface PostgresCluster {
  /** Returns the connection string of a database. There are `postgres` and `migrated`, a template with our tables. */
  address(database: string): string;
  /** Returns the connection string for other machines, if it listens at an address. */
  remoteAddress(database: string): string;
  /** Ends it and every connection at once, as in a crash. */
  crash(): void;
  /** Starts it again. */
  start(): Promise<void>;
  /** Suspends all of its processes until `thaw`: connections stay open without replies. */
  freeze(): void;
  thaw(): void;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

const SETTINGS = ["fsync=off", "full_page_writes=off", "max_connections=100"];

/** PostgreSQL refuses to run as root. Debian's package creates this user for it. */
const AS_POSTGRES = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"];

/** Runs the server until its standard input ends, for example with its parent process. */
const GUARD = 'folder=$1; shift; "$@" & read -r _; kill -QUIT $!; wait; rm -rf "$folder"';

/**
 * Starts a server that ends with this process at the latest. With an address, it also listens there and trusts the
 * neighbouring addresses. Accepts further settings. Throws with its output if it does not start.
 */
export async function startPostgresCluster(
  listenAt = "",
  more: readonly `${string}=${string}`[] = [],
): Promise<PostgresCluster> {
  const bin = globSync("/usr/lib/postgresql/*/bin").find((folder) => existsSync(path.join(folder, "initdb")));
  if (!bin) throw new Error("these tests need PostgreSQL: on Debian, apt-get install postgresql");
  const folder = mkdtempSync(path.join(tmpdir(), "terrarium-pg-"));
  chmodSync(folder, 0o777);
  const data = path.join(folder, "data");
  const asUser = process.getuid?.() === 0 ? AS_POSTGRES : [];
  const initdb = [path.join(bin, "initdb"), "-D", data, "-U", "test", "-A", "trust", "--no-sync"];
  execFileSync("env", [...asUser, ...initdb], { stdio: "pipe", cwd: folder });
  if (listenAt !== "") appendFileSync(path.join(data, "pg_hba.conf"), `host all all ${listenAt}/24 trust\n`);
  const settings = [...SETTINGS, ...more, `listen_addresses=${listenAt}`, `unix_socket_directories=${folder}`].flatMap(
    (setting) => ["-c", setting],
  );
  const postgres = [...asUser, path.join(bin, "postgres"), "-D", data, ...settings];
  const guards: ChildProcess[] = [];

  async function start(): Promise<void> {
    const guard = spawn("sh", ["-c", GUARD, "guard", folder, ...postgres], {
      stdio: ["pipe", "ignore", "pipe"],
      cwd: folder,
      // Ctrl-C goes to the tests, and these end it.
      detached: true,
    });
    guards.push(guard);
    let log = "";
    await new Promise<void>((resolve, reject) => {
      guard.stderr.on("data", (chunk: Buffer) => {
        log += chunk.toString();
        if (log.includes("ready to accept connections")) resolve();
        // Ignores rejections of clients that connect too early.
        if (/FATAL: {2}(?!the database system is)|is shut down/.test(log))
          reject(new Error(`PostgreSQL did not start:\n${log}`));
      });
      guard.on("exit", () => reject(new Error(`PostgreSQL ended:\n${log}`)));
    });
  }

  const serverPid = (): number => Number(readFileSync(path.join(data, "postmaster.pid"), "utf8").split("\n")[0]);
  function signalChildren(name: NodeJS.Signals): void {
    const server = serverPid();
    const children = readFileSync(`/proc/${server}/task/${server}/children`, "utf8").trim().split(" ");
    for (const pid of children) process.kill(Number(pid), name);
  }

  await start();
  const cluster: PostgresCluster = {
    address: (database) => `postgresql://test@/${database}?host=${encodeURIComponent(folder)}`,
    remoteAddress: (database) => `postgresql://test@${listenAt}/${database}`,
    crash() {
      const stop = [path.join(bin, "pg_ctl"), "stop", "-D", data, "-m", "immediate"];
      execFileSync("env", [...asUser, ...stop], { stdio: "pipe", cwd: folder });
    },
    start,
    // Stops the server first, so that it neither starts nor reaps children meanwhile.
    freeze() {
      process.kill(serverPid(), "SIGSTOP");
      signalChildren("SIGSTOP");
    },
    thaw() {
      signalChildren("SIGCONT");
      process.kill(serverPid(), "SIGCONT");
    },
    async stop() {
      for (const guard of guards.toReversed()) {
        guard.stdin?.end();
        if (guard.exitCode === null) await once(guard, "exit");
      }
    },
  };
  await createTemplate(cluster);
  return cluster;
}

async function createTemplate(cluster: PostgresCluster): Promise<void> {
  await queryOnce(cluster.address("postgres"), "create database migrated");
  const database = await openDatabase(connectPostgres(cluster.address("migrated"), () => undefined).dialect);
  await database.destroy();
}

/** Runs one query over its own connection and returns the rows. */
export async function queryOnce(address: string, query: string): Promise<Record<string, unknown>[]> {
  const client = new Client(address);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(query)).rows;
  } finally {
    await client.end();
  }
}
