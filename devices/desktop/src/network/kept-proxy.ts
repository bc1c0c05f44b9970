import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Log } from "@terrarium/adb-device/ports/log";
import type { EgressRelay } from "./egress-relay.ts";
import { UserProxy } from "./user-proxy.ts";

export interface KeptProxy {
  readonly current: UserProxy | undefined;
  /** Uses another proxy from now on, also after a restart; undefined: none. Rejects if the setting cannot be stored. */
  use(proxy: UserProxy | undefined): Promise<void>;
}

/** Path of the stored setting in the user's home. Only the user may read it, because it may contain a password. */
const keptIn = (home: string): string => join(home, ".config/terrarium/proxy.json");

/** Routes outbound traffic through the stored proxy. */
export async function keepProxy(home: string, relay: Pick<EgressRelay, "through">, log: Log): Promise<KeptProxy> {
  const file = keptIn(home);
  let current = await readKept(file, log);
  relay.through(current);
  return {
    get current() {
      return current;
    },
    async use(proxy) {
      if (proxy) {
        await mkdir(dirname(file), { recursive: true, mode: 0o700 });
        await writeFile(`${file}.new`, JSON.stringify(proxy), { mode: 0o600 });
        await rename(`${file}.new`, file);
      } else await rm(file, { force: true });
      current = proxy;
      relay.through(proxy);
    },
  };
}

/** Returns undefined if the file is missing, or the user's edits made it invalid. */
async function readKept(file: string, log: Log): Promise<UserProxy | undefined> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return UserProxy.parse(JSON.parse(text));
  } catch (error) {
    log("the proxy that was set cannot be read; there is none", { file, error: String(error) });
    return undefined;
  }
}
