import { once } from "node:events";
import type { Egress } from "@terrarium/egress/egress";
import type { DeviceAddress } from "@terrarium/platform/base/device-address";
import type { FastifyBaseLogger } from "fastify";
import { createEgressProxy } from "../egress-proxy.ts";

/** Containers store the port when they are created, so it must not change. */
const PROXY_PORT = 13_128;

/** The only way out of an internal network: an HTTP proxy at the engine host's address in that network. */
export interface ContainerProxy {
  address: DeviceAddress;
  close(): void;
}

/**
 * Starts the proxy. Rejects if this machine does not own the address. Several servers on the machine share the address
 * and port (SO_REUSEPORT).
 */
export async function openContainerProxy(
  host: string,
  egress: Egress,
  log: Pick<FastifyBaseLogger, "warn">,
): Promise<ContainerProxy> {
  const proxy = createEgressProxy(egress, host);
  proxy.listen({ host, port: PROXY_PORT, reusePort: true });
  await once(proxy, "listening");
  proxy.on("error", (error) => log.warn({ err: error }, "the containers' egress proxy failed"));
  return {
    address: { host, port: PROXY_PORT },
    close() {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}
