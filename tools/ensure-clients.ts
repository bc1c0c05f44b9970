import { spawnSync } from "node:child_process";
import path from "node:path";
import { installWhole } from "./whole-install.ts";

/** Where the clients of others are that tests and benchmarks run: apart, since nobody needs them to start the product. */
export const CLIENTS = path.resolve("tools/clients");

/** Installs what the lock file of that folder asks for, unless exactly that is installed already. Throws if npm fails. */
export function ensureClients(): void {
  installWhole({
    name: "clients",
    words: "installing the clients that are tested (half a minute the first time)",
    folder: CLIENTS,
    trees: ["node_modules"],
    scope: "all",
    install() {
      // As it is committed (--no-save), whatever else the registry has by now.
      const { status, error } = spawnSync("npm", ["install", "--no-save"], { cwd: CLIENTS, stdio: ["ignore", 2, 2] });
      if (status !== 0) throw new Error(`npm install failed in ${CLIENTS} with status ${status}`, { cause: error });
    },
  });
}
