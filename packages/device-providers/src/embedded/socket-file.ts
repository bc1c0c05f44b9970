import { once } from "node:events";
import { constants } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import type { Server } from "node:net";
import path from "node:path";

/**
 * Listens at a socket file; replaces one of an earlier server. The folder is addressed by a descriptor, because socket
 * addresses are too short for many paths (unix(7)).
 */
export async function listenAtFile(server: Server, file: string): Promise<void> {
  const folder = path.dirname(file);
  await using opened = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  // Node removes the file it bound to when it closes. By then the file has another name, and is removed with its
  // folder.
  const bound = `${path.basename(file)}.new`;
  // Remove the file of a server that ended before the rename.
  await rm(path.join(folder, bound), { force: true });
  server.listen({ path: `/proc/self/fd/${opened.fd}/${bound}`, readableAll: true, writableAll: true });
  await once(server, "listening");
  await rename(path.join(folder, bound), file);
}
