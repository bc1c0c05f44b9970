import { once } from "node:events";
import type { Egress } from "@terrarium/egress/egress";
import type { FastifyBaseLogger } from "fastify";
import type { DeviceAddress } from "../../base/device-address.ts";
import { createEgressGate } from "../egress-gate.ts";

/** Containers are told it when they are made, so it stays. */
const GATE_PORT = 13_128;

/** The one way out of a network that leads nowhere: a proxy at the address that the engine's machine has in it. */
export interface ContainerGate {
  address: DeviceAddress;
  close(): void;
}

/** Rejects if this machine does not have the address. Several servers on it offer the same one (SO_REUSEPORT). */
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
