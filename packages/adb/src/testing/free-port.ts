import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Range of ports that the kernel never assigns automatically (ip_local_port_range) and no browser blocks. A cluster's
 * node ports are above it.
 */
const FIRST = 11_000;
const COUNT = 19_000;

/** Returns a free port of this machine. It stays free until a program listens on it by number. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    const server = createServer().listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}
