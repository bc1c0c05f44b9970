import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import { installWhole } from "./npm-install.ts";

/**
 * Folder of the third-party clients that tests and benchmarks run. It is separate because the product does not need
 * them.
 */
export const CLIENTS = path.resolve("tools/clients");

/** Installs the packages of that folder's lock file, unless exactly these are installed. Throws if npm fails. */
export function ensureClients(): void {
  installWhole({
    name: "clients",
    words: "installing the clients that are tested (half a minute the first time)",
    folder: CLIENTS,
    trees: ["node_modules"],
    scope: "all",
    install() {
      // Installs the committed versions (--no-save), not newer ones from the registry.
      const { status, error } = spawnSync("npm", ["install", "--no-save"], { cwd: CLIENTS, stdio: ["ignore", 2, 2] });
      if (status !== 0) throw new Error(`npm install failed in ${CLIENTS} with status ${status}`, { cause: error });
      // npx would run clients with one of the old versions of Node.js.
      rmSync(path.join(CLIENTS, "node_modules/.bin/node"), { force: true });
    },
  });
}
