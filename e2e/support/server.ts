import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "@terrarium/adb/testing/free-port";
import { z } from "zod";
import { UNOWNED_LOG } from "../../packages/server/src/http/unowned-failures.ts";
import { SERVER_PROGRAM } from "../../tools/build.ts";
import { commandOf, pidsNaming } from "./processes.ts";

/** A real server with its own port and data directory. */
export interface TestServer {
  readonly origin: string;
  readonly dataDir: string;
  /** Everything the server printed so far. */
  log(): string;
  pid(): number;
  /** Waits until it ends by itself. Returns its exit code. */
  untilEnded(): Promise<number | null>;
  /** Kills it as `kill -9` does; its devices keep running. Like `stop`, rejects after unhandled failures. */
  kill(): Promise<void>;
  /** Ends it as Ctrl-C does; its data remains. Rejects like `stop`. */
  halt(): Promise<void>;
  /** Restarts it with the same data directory and port. */
  restart(): Promise<void>;
  /** Runs work while the server is down after `kill -9`. */
  whileDown(work: () => Promise<void>): Promise<void>;
  /** Ends it as Ctrl-C does and removes its data. Rejects if it had ended by itself, or after unhandled failures. */
  stop(): Promise<void>;
}

/** Environment of test servers. */
const ENVIRONMENT: NodeJS.ProcessEnv = {
  NODE_ENV: "test",
  // No devices except those that tests request.
  TERRARIUM_STANDBY_DEVICES: "0",
  // Test files are kept in memory, and Linux homes have their space allocated.
  TERRARIUM_DEVICE_STORAGE_MB: "256",
  // A fixed clock: no screen changes because a minute passes.
  TERRARIUM_DEVICE_CLOCK: "2026-03-04T09:41:00Z",
};

/**
 * Starts the product's server, optionally with a given data directory and a wrapper command (to set limits, or to
 * redirect its log). Rejects with its log if it ends instead. `program` is its module, if it is not the product's.
 */
export async function startServer(
  env: NodeJS.ProcessEnv = {},
  givenDataDir?: string,
  through: readonly string[] = [],
  program = SERVER_PROGRAM,
): Promise<TestServer> {
  const dataDir = givenDataDir ?? (await mkdtemp(path.join(tmpdir(), "terrarium-e2e-")));
  // A fixed port, which no other process receives while the server is down.
  const port = String(await freePort());
  let log = "";
  let child: ChildProcess;

  const start = async () => {
    const [command, ...args] = [...through, process.execPath, program];
    child = spawn(command, args, {
      env: { ...process.env, ...ENVIRONMENT, ...env, PORT: port, TERRARIUM_DATA_DIR: dataDir },
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stderr?.on("data", (chunk) => (log += chunk));
    await new Promise<void>((resolve, reject) => {
      child.stdout?.on("data", (chunk) => {
        log += chunk;
        // The line that reports readiness.
        resolve();
      });
      child.once("close", (code) => reject(new Error(`the server ended with code ${code}:\n${log}`)));
    });
  };
  /** Whether a test has ended the server. */
  let isDown = false;
  const end = async (signal: NodeJS.Signals) => {
    if (isDown) return;
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the server ended by itself (${child.exitCode ?? child.signalCode}):\n${log}`);
    const closed = once(child, "close");
    const unowned = await countUnownedFailures(`http://localhost:${port}`);
    isDown = true;
    child.kill(signal);
    await closed;
    // Failures during shutdown are only in the log.
    const isTold = Object.values(UNOWNED_LOG).some((words) => log.includes(words));
    if (unowned > 0 || isTold) throw new Error(`the server left ${unowned} failures to nobody:\n${log}`);
    if (signal === "SIGKILL") return;
    if (child.exitCode !== 0) throw new Error(`the server ended with code ${child.exitCode} when told to:\n${log}`);
    const left = devicesOf(dataDir);
    if (left.length > 0) throw new Error(`the server ended and left ${left.join(", ")} running:\n${log}`);
  };

  const kill = () => end("SIGKILL");
  const restart = async () => {
    await start();
    isDown = false;
  };

  const removeData = () => rm(dataDir, { recursive: true, force: true });

  await start().catch(async (error: unknown) => {
    if (givenDataDir === undefined) await removeData();
    throw error;
  });
  const origin = `http://localhost:${port}`;
  return {
    origin,
    dataDir,
    log: () => log,
    pid: () => child.pid ?? 0,
    async untilEnded() {
      if (child.exitCode === null && child.signalCode === null) await once(child, "close");
      isDown = true;
      return child.exitCode;
    },
    kill,
    halt: () => end("SIGTERM"),
    restart,
    async whileDown(work) {
      await kill();
      try {
        await work();
      } finally {
        await restart();
      }
    },
    async stop() {
      try {
        await end("SIGTERM");
      } finally {
        await removeData();
      }
    },
  };
}

/** Signs in with a name through the local identity provider, as a program. Returns the session token. */
export async function signIn(origin: string, login: string): Promise<string> {
  const Start = z.object({ githubClientId: z.string(), githubAuthorizeUrl: z.string() });
  const start = Start.parse(await (await fetch(`${origin}/api/v1/auth/get_login_client_id`)).json());
  const authorize = new URL(start.githubAuthorizeUrl);
  authorize.searchParams.set("client_id", start.githubClientId);
  authorize.searchParams.set("redirect_uri", `${origin}/logining/github`);
  authorize.searchParams.set("state", "e2e");
  const answer = await fetch(authorize, { method: "POST", body: new URLSearchParams({ login }), redirect: "manual" });
  const code = new URL(answer.headers.get("location") ?? "about:blank").searchParams.get("code");
  const callback = await post(origin, "/api/v1/auth/github/callback", { code });
  const said = await callback.text();
  if (!callback.ok) throw new Error(`${login} could not sign in (${callback.status}): ${said}`);
  return z.object({ token: z.string() }).parse(JSON.parse(said)).token;
}

/** POSTs JSON, with a bearer token if given. */
export function post(origin: string, path: string, body: unknown, token?: string): Promise<Response> {
  const authorization = token === undefined ? undefined : { authorization: `Bearer ${token}` };
  return fetch(`${origin}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...authorization },
    body: JSON.stringify(body),
  });
}

/**
 * Returns the command lines of running devices that use a data directory. The process that deletes these files outlives
 * the server.
 */
const devicesOf = (dataDir: string): string[] =>
  pidsNaming(`${dataDir}/`)
    .map(commandOf)
    .filter((command) => command !== "" && !/(^| )rm -rf /.test(command));

/** Returns the number of unhandled failures from `/metrics`. */
async function countUnownedFailures(origin: string): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`, { signal: AbortSignal.timeout(60_000) })).text();
  const counts = [...metrics.matchAll(/^terrarium_unowned_failures_total\{.*\} (\d+)$/gm)];
  if (counts.length === 0) throw new Error(`the server does not count failures:\n${metrics}`);
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}
