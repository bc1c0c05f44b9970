import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { say } from "./shell.ts";

/** Where the clients of others are that tests and benchmarks run: apart, since nobody needs them to start the product. */
export const CLIENTS = path.resolve("tools/clients");

/** Installs what the lock file of that folder asks for, unless exactly that is installed already. Throws if npm fails. */
export function ensureClients(): void {
  const stamp = path.join(CLIENTS, "node_modules/.terrarium-lock");
  const lockHash = () =>
    createHash("sha256")
      .update(readFileSync(path.join(CLIENTS, "package-lock.json")))
      .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lockHash()) return;
  say("installing the clients that are tested (half a minute the first time)");
  // As it is committed (--no-save), whatever else the registry has by now.
  const { status, error } = spawnSync("npm", ["install", "--no-save"], { cwd: CLIENTS, stdio: ["ignore", 2, 2] });
  if (status !== 0) throw new Error(`npm install failed in ${CLIENTS} with status ${status}`, { cause: error });
  writeFileSync(stamp, lockHash());
}
