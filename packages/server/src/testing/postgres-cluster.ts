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
  /** The connection string of one of its databases. There are `postgres` and `migrated`, a template with our tables. */
  address(database: string): string;
  /** The same for who is elsewhere, where it listens at an address. */
  remoteAddress(database: string): string;
  /** Ends it at once, with every connection, as when it crashed. */
  crash(): void;
  /** Starts it again. */
  start(): Promise<void>;
  /** Lets none of its processes run until `thaw`: connections stay, and nothing answers. */
  freeze(): void;
  thaw(): void;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

const SETTINGS = ["fsync=off", "full_page_writes=off", "max_connections=100"];

/** PostgreSQL refuses to run as root; Debian's package made this user for it. */
const AS_POSTGRES = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"];

/** Runs the server until its standard input ends, be it because the process that started it is gone. */
const GUARD = 'folder=$1; shift; "$@" & read -r _; kill -QUIT $!; wait; rm -rf "$folder"';

/**
 * Starts one that ends with this process at the latest; with an address it listens there too, and trusts its neighbours.
 * More of its settings may be given.
 * Throws with what it printed if it does not come up.
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
      // Ctrl-C is for the tests; they end it.
      detached: true,
    });
    guards.push(guard);
    let log = "";
    await new Promise<void>((resolve, reject) => {
      guard.stderr.on("data", (chunk: Buffer) => {
        log += chunk.toString();
        if (log.includes("ready to accept connections")) resolve();
        // Clients that came too early are told so, and are not meant.
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
    // The server is stopped while its children are gone through: it neither makes more nor buries those that end.
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

/** Asks one thing over a connection of its own; answers its rows. */
export async function queryOnce(address: string, query: string): Promise<Record<string, unknown>[]> {
  const client = new Client(address);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(query)).rows;
  } finally {
    await client.end();
  }
}
