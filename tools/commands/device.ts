import { deviceEnvironment } from "../../packages/device-providers/src/embedded/device-environment.ts";
import { buildStale } from "../build.ts";

/**
 * Runs one virtual device in this process, with the environment that the server uses: npm run device -- --port 5600
 * --data DIR.
 */
export async function run(args: readonly string[]): Promise<void> {
  await buildStale(["phone"]);
  if (!process.execve) throw new Error("npm run device needs execve(2), and this system lacks it");
  const variables = Object.entries(deviceEnvironment()).filter(([, value]) => value !== undefined);
  const command = [process.execPath, "devices/phone/dist/main.js", ...args];
  // The allocator reads its limits at the start of a program, so this process is replaced by the device's.
  process.execve(process.execPath, command, Object.fromEntries(variables));
}
