import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** For tests: distributes connections to servers in turn, and skips servers that accept none. */
export interface Balancer {
  origin: string;
  close(): Promise<void>;
}

export async function startBalancer(ports: () => readonly number[]): Promise<Balancer> {
  const sockets = new Set<Socket>();
  let next = 0;

  /** Tries the servers in turn, starting with the next. */
  async function reach(): Promise<Socket | undefined> {
    const all = ports();
    const first = next++;
    for (let i = 0; i < all.length; i += 1) {
      const upstream = connect(all[(first + i) % all.length] ?? 0, "127.0.0.1");
      try {
        await once(upstream, "connect");
        return upstream;
      } catch {
        upstream.destroy();
      }
    }
    return undefined;
  }

  const server = createServer({ pauseOnConnect: true }, async (client) => {
    client.on("error", () => client.destroy());
    const upstream = await reach();
    if (!upstream || client.destroyed) {
      upstream?.destroy();
      client.destroy();
      return;
    }
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the balancer does not listen");
  return {
    origin: `http://localhost:${address.port}`,
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
  };
}
