import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { generateAdbKey } from "../packages/device-control/src/adb/adb-key.ts";
import { untilAdbAnswers } from "../packages/device-providers/src/adb-answer.ts";
import { type Figure, repeat } from "./support/figure.ts";
import { ofTree, pssMb } from "./support/process.ts";
import { benchSandboxes, measureStarts, SANDBOX_PROGRAM } from "./support/sandboxes.ts";

const RUNS = 15;
const MEMORY_MB = 1024;

/**
 * Measures how soon a Linux sandbox answers, and the cost of its isolation. Returns no figures if none can be created.
 */
export async function benchmark(): Promise<Figure[]> {
  await using sandboxes = await benchSandboxes("linux", { memoryMb: MEMORY_MB });
  if (!sandboxes) return [];
  const memory = await repeat(RUNS, async () => {
    const { pid, destroy } = await sandboxes.create();
    const mb = ofTree(pid, pssMb);
    await destroy();
    return mb;
  });
  const { authorizedKey } = await generateAdbKey();
  const bare = await repeat(RUNS, () => startBare(authorizedKey));
  return [
    { what: "linux: its program as a bare process, start to ADB", unit: "ms", values: bare, beside: "—" },
    ...(await measureStarts("linux", { memoryMb: MEMORY_MB, runs: RUNS, goalMs: 150 })),
    { what: "linux: memory (PSS) of all its processes", unit: "MB", values: memory, beside: "—" },
  ];
}

/** Starts the program without isolation. */
async function startBare(adbPublicKey: string): Promise<number> {
  const listen = { host: "127.0.0.1", port: 0 };
  const options = JSON.stringify({ kind: "linux", adbPublicKey, home: tmpdir(), listen });
  const startedAt = performance.now();
  const child = spawn(process.execPath, [SANDBOX_PROGRAM, options], { stdio: ["ignore", "ignore", "ignore", "ipc"] });
  const [{ port }] = await once(child, "message");
  if (!(await untilAdbAnswers({ host: listen.host, port }, 10_000)))
    throw new Error("the bare program does not answer");
  const ms = performance.now() - startedAt;
  child.kill("SIGTERM");
  await once(child, "exit");
  return ms;
}
