import { once } from "node:events";
import type { Socket } from "node:net";
import { createSocketServer } from "@terrarium/bounds/bounded-server";
import { connectEgressProxy, type EgressProxy } from "./egress-proxy.ts";
import { join } from "./joined.ts";
import { portOf } from "./port-of.ts";
import { throughProxy } from "./through-proxy.ts";
import type { UserProxy } from "./user-proxy.ts";

const LOOPBACK = "127.0.0.1";
/** Port of the HTTP proxy that programs use for outbound connections. */
const PROXY_PORT = 3128;
const MAX_CONNECTIONS = 256;

export interface EgressRelay {
  /** Environment variables that point programs to the proxy. */
  environment: Record<string, string>;
  /**
   * Routes traffic through the user's proxy from now on, or without one. Open connections are closed, because they used
   * another route.
   */
  through(proxy: UserProxy | undefined): void;
  close(): void;
}

/**
 * Starts an HTTP proxy for programs in a sandbox that has no other network access. Without a proxy of the user, it copies
 * each connection unchanged to the egress proxy. With one, the egress proxy opens the tunnel to that proxy. Rejects if
 * the port is in use.
 */
export async function startEgressRelay(egressProxy: EgressProxy, port = PROXY_PORT): Promise<EgressRelay> {
  const open = new Set<Socket>();
  let proxied: ReturnType<typeof throughProxy> | undefined;
  const serve = (program: Socket) => {
    open.add(program);
    program.on("error", () => program.destroy()).on("close", () => open.delete(program));
    if (proxied) proxied.emit("connection", program);
    else join(program, connectEgressProxy(egressProxy));
  };
  const server = createSocketServer({ maxConnections: MAX_CONNECTIONS }, serve, { allowHalfOpen: true });
  server.listen(port, LOOPBACK);
  await once(server, "listening");
  return {
    environment: environmentOf(portOf(server)),
    through(proxy) {
      proxied = proxy && throughProxy(egressProxy, proxy);
      for (const program of open) program.destroy();
    },
    close: () => server.close(),
  };
}

/** Some programs read the lower-case names, others the upper-case ones. */
function environmentOf(port: number): Record<string, string> {
  const [proxy, own] = [`http://${LOOPBACK}:${port}`, `localhost,${LOOPBACK},::1`];
  const names = { http_proxy: proxy, https_proxy: proxy, no_proxy: own };
  return Object.fromEntries(
    Object.entries(names).flatMap(([name, value]) => [
      [name, value],
      [name.toUpperCase(), value],
    ]),
  );
}
