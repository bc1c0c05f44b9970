import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("flooding-device.ts", import.meta.url));

/** A device that floods whoever connects to it, in a process of its own. */
export interface FloodingDevice {
  /** Where it answers ADB, on loopback. */
  readonly port: number;
  end(): Promise<void>;
}

export async function startFloodingDevice(): Promise<FloodingDevice> {
  const child = spawn(process.execPath, [PROGRAM], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const printed = await Promise.race([once(child.stdout, "data"), ended.then(() => undefined)]);
  if (!printed) throw new Error("the flooding device did not start");
  return {
    port: Number(String(printed[0])),
    async end() {
      child.kill();
      await ended;
    },
  };
}
