import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { commandOf } from "../../e2e/support/processes.ts";

/** Returns the response of the server's `/readyz`. */
export async function readiness(origin: string): Promise<{ status: number; disk: string }> {
  const answer = await fetch(`${origin}/readyz`);
  const body = z.object({ checks: z.object({ disk: z.string() }) }).parse(await answer.json());
  return { status: answer.status, disk: body.checks.disk };
}

/** Returns one value of the server's `/metrics`. */
export async function metric(origin: string, name: string): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(metrics)?.[1]);
}

/** Returns the process of a sandbox's device. */
export function deviceProcess(dataDir: string, sandboxId: string): number {
  const record = readFileSync(path.join(dataDir, "devices", sandboxId, "device.json"), "utf8");
  return z.object({ pid: z.number() }).parse(JSON.parse(record)).pid;
}

export const isRunning = (pid: number): boolean => commandOf(pid) !== "";
