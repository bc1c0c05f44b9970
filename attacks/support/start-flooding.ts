import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("flooding-device.ts", import.meta.url));

/** A flooding device in a separate process. It floods every client. */
export interface FloodingDevice {
  /** Port for ADB, on the loopback interface. */
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
