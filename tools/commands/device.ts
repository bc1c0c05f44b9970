import { pathToFileURL } from "node:url";
import { buildStale } from "../build.ts";

/** Starts one virtual device alone, in this process: npm run device -- --port 5600 --data DIR. */
export async function run(args: readonly string[]): Promise<void> {
  await buildStale(["virtual-device"]);
  const main = "packages/virtual-device/dist/main.js";
  process.argv = [process.execPath, main, ...args];
  await import(pathToFileURL(main).href);
}
