import { once } from "node:events";
import { constants } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import type { Server } from "node:net";
import path from "node:path";

/**
 * Listens at a socket file, in place of one that an earlier server left there. The system finds its folder by a descriptor,
 * as the address of a socket is too short for many paths (unix(7)).
 */
export async function listenAtFile(server: Server, file: string): Promise<void> {
  const folder = path.dirname(file);
  await using opened = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  // Node removes what it bound to when it closes: the file has another name by then, and goes with its folder.
  const bound = `${path.basename(file)}.new`;
  // What a server left that ended before it renamed it would be in the way.
  await rm(path.join(folder, bound), { force: true });
  server.listen({ path: `/proc/self/fd/${opened.fd}/${bound}`, readableAll: true, writableAll: true });
  await once(server, "listening");
  await rename(path.join(folder, bound), file);
}
