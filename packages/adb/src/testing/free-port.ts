import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Of these the kernel gives none to who asks for any (ip_local_port_range), no browser refuses one, and a cluster's nodes
 * have theirs above.
 */
const FIRST = 11_000;
const COUNT = 19_000;

/** A port of this machine that is free, and stays so while nobody listens there: it is only had by who names it. */
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
