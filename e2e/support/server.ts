import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { freePort } from "../../packages/virtual-device/src/adbd/testing/free-port.ts";

/** A real server on a port and data directory of its own. */
export interface TestServer {
  readonly origin: string;
  readonly dataDir: string;
  /** Everything the server printed so far. */
  log(): string;
  /** Ends it as `kill -9` does; its devices live on. */
  kill(): Promise<void>;
  /** Starts it again on the same data directory and port. */
  restart(): Promise<void>;
  /** Does some work while the server is down, as after `kill -9`. */
  whileDown(work: () => Promise<void>): Promise<void>;
  /** Ends it as Ctrl-C does and removes its data. */
  stop(): Promise<void>;
}

/** Starts the product's server; rejects with its log if it does not answer within 30 s. */
export async function startServer(env: NodeJS.ProcessEnv = {}): Promise<TestServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "terrarium-e2e-"));
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  let log = "";
  let child: ChildProcess;

  const start = async () => {
    child = spawn(process.execPath, ["packages/server/src/main.ts"], {
      env: { ...process.env, NODE_ENV: "test", ...env, PORT: String(port), TERRARIUM_DATA_DIR: dataDir },
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout?.on("data", (chunk) => (log += chunk));
    child.stderr?.on("data", (chunk) => (log += chunk));
    await untilServing(origin, child, () => log);
  };
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, "exit");
  };

  const kill = () => end("SIGKILL");

  await start();
  return {
    origin,
    dataDir,
    log: () => log,
    kill,
    restart: start,
    async whileDown(work) {
      await kill();
      try {
        await work();
      } finally {
        await start();
      }
    },
    async stop() {
      await end("SIGTERM");
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Signs a name in through the local identity provider, as a program would; answers the session token. */
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
  return z.object({ token: z.string() }).parse(await callback.json()).token;
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

async function untilServing(origin: string, child: ChildProcess, log: () => string): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode}:\n${log()}`);
    const answer = await fetch(`${origin}/healthz`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the server did not answer on ${origin} within 30 s:\n${log()}`);
}
