import { once } from "node:events";
import type { Socket } from "node:net";
import { createSocketServer } from "@terrarium/adb/bounded-server";
import { connectGate, type EgressGate } from "./egress-gate.ts";
import { join } from "./joined.ts";
import { portOf } from "./port-of.ts";
import { throughProxy } from "./through-proxy.ts";
import type { UserProxy } from "./user-proxy.ts";

const loopback = "127.0.0.1";
/** Where programs find their way out, as an HTTP proxy. */
const proxyPort = 3128;
const maxConnections = 256;

export interface EgressRelay {
  /** For the programs: where the way out is. */
  environment: Record<string, string>;
  /** Leads through a proxy of the user's from now on, or without one. What is open went another way: it ends. */
  through(proxy: UserProxy | undefined): void;
  close(): void;
}

/**
 * The way out of a sandbox whose network leads nowhere: an HTTP proxy for its programs, of which each connection goes,
 * byte for byte, to the gate; so do connections to a proxy of the user's own. Rejects if the port is taken.
 */
export async function startEgressRelay(gate: EgressGate, port = proxyPort): Promise<EgressRelay> {
  const open = new Set<Socket>();
  let proxied: ReturnType<typeof throughProxy> | undefined;
  const serve = (program: Socket) => {
    open.add(program);
    program.on("error", () => program.destroy()).on("close", () => open.delete(program));
    if (proxied) proxied.emit("connection", program);
    else join(program, connectGate(gate));
  };
  const server = createSocketServer({ maxConnections }, serve, { allowHalfOpen: true });
  server.listen(port, loopback);
  await once(server, "listening");
  return {
    environment: environmentOf(portOf(server)),
    through(proxy) {
      proxied = proxy && throughProxy(gate, proxy);
      for (const program of open) program.destroy();
    },
    close: () => server.close(),
  };
}

/** Programs read one case or the other. */
function environmentOf(port: number): Record<string, string> {
  const [proxy, own] = [`http://${loopback}:${port}`, `localhost,${loopback},::1`];
  const names = { http_proxy: proxy, https_proxy: proxy, no_proxy: own };
  return Object.fromEntries(
    Object.entries(names).flatMap(([name, value]) => [
      [name, value],
      [name.toUpperCase(), value],
    ]),
  );
}
