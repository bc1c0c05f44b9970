import { once } from "node:events";
import type { Egress } from "@terrarium/egress/egress";
import type { DeviceAddress } from "@terrarium/platform/base/device-address";
import type { FastifyBaseLogger } from "fastify";
import { createEgressGate } from "../egress-gate.ts";

/** Containers store the port when they are created, so it must not change. */
const GATE_PORT = 13_128;

/** The only way out of an internal network: an HTTP proxy at the engine host's address in that network. */
export interface ContainerGate {
  address: DeviceAddress;
  close(): void;
}

/**
 * Starts the proxy. Rejects if this machine does not own the address. Several servers on the machine share the address
 * and port (SO_REUSEPORT).
 */
export async function openContainerGate(
  host: string,
  egress: Egress,
  log: Pick<FastifyBaseLogger, "warn">,
): Promise<ContainerGate> {
  const gate = createEgressGate(egress, host);
  gate.listen({ host, port: GATE_PORT, reusePort: true });
  await once(gate, "listening");
  gate.on("error", (error) => log.warn({ err: error }, "the way out of containers failed"));
  return {
    address: { host, port: GATE_PORT },
    close() {
      gate.close();
      gate.closeAllConnections();
    },
  };
}
