import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { SERVER_PROGRAM } from "../../tools/build.ts";

export interface BenchServer {
  origin: string;
  dataDir: string;
  pid: number;
  /** Kills it and removes its data. */
  kill(): Promise<void>;
}

/**
 * Starts the server in production mode, on a free port, with its own data and its log in a file. `program` is its
 * module, if it is not the product's.
 */
export async function startBenchServer(
  environment: NodeJS.ProcessEnv = {},
  program = SERVER_PROGRAM,
): Promise<BenchServer> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "terrarium-bench-"));
  const logFile = path.join(dataDir, "server.log");
  const log = openSync(logFile, "a");
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, NODE_ENV: "production", PORT: "0", ...environment, TERRARIUM_DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", log],
  });
  closeSync(log);
  const kill = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
    rmSync(dataDir, { recursive: true, force: true });
  };
  if (child.stdout === null) throw new Error("the server has no standard output");
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /ready at http:\/\/[^ ]*:(\d+)/.exec(line)?.[1];
    if (port !== undefined) return { origin: `http://127.0.0.1:${port}`, dataDir, pid: child.pid ?? 0, kill };
  }
  const said = readFileSync(logFile, "utf8");
  await kill();
  throw new Error(`the server ended before it was ready:\n${said}`);
}
