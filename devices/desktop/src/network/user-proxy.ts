import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Log } from "@terrarium/adb-device/ports/log";
import * as z from "zod";
import type { EgressRelay } from "./egress-relay.ts";

/** An HTTP proxy of the user's own, which programs reach the network through. */
export const UserProxy = z.object({
  host: z.string().min(1).max(253),
  port: z.int().min(1).max(65_535),
  /** Hosts that are reached without it; `*` stands for any characters. */
  excludes: z.array(z.string().min(1).max(253)).max(100).optional(),
  auth: z.object({ username: z.string().max(255), password: z.string().max(255) }).optional(),
});
export type UserProxy = z.infer<typeof UserProxy>;

export interface KeptProxy {
  readonly current: UserProxy | undefined;
  /** Uses another one from now on, also after a restart; undefined: none. Rejects if that cannot be stored. */
  use(proxy: UserProxy | undefined): Promise<void>;
}

/** What is kept of it, in the user's home: for nobody else, as there may be a password in it. */
const keptIn = (home: string): string => join(home, ".config/terrarium/proxy.json");

/** Lets the way out lead through the proxy that was last set. */
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

/** undefined if there is none, or the user made something else of it. */
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
