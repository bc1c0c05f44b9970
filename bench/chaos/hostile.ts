import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { z } from "zod";

const PROGRAM = fileURLToPath(new URL("hostile-tenant.ts", import.meta.url));
const Counts = z.record(z.string(), z.number());

/** The attacking team, in a separate process. */
export interface Hostile {
  /** Ends it. Returns the number of runs of each attack. */
  end(): Promise<Record<string, number>>;
  /** Ends it without results, also a second time. */
  kill(): void;
}

export function startHostile(origin: string, token: string): Hostile {
  const child = spawn(process.execPath, [PROGRAM, origin, token], { stdio: ["ignore", "pipe", "inherit"] });
  const said = text(child.stdout);
  return {
    kill: () => void child.kill("SIGKILL"),
    async end() {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
      return Counts.parse(JSON.parse(await said));
    },
  };
}
