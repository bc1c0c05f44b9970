import { existsSync } from "node:fs";
import type { Server } from "node:http";
import type { Egress } from "@terrarium/egress/egress";
import type { FastifyBaseLogger } from "fastify";
import { createEgressGate } from "../egress-gate.ts";
import { gateFolder, gateSocket } from "./device-folder.ts";
import { listenAtFile } from "./socket-file.ts";

/** Egress proxies of sandboxes without a network. Each sandbox reaches its proxy at a socket file. */
export interface EgressGates {
  /** Opens the proxy of a device if its folder has one, also for devices of other servers. */
  open(folder: string): Promise<void>;
  /** Closes a device's proxy and all its connections. */
  close(folder: string): void;
  closeAll(): void;
}

export function createEgressGates(egress: Egress, log: Pick<FastifyBaseLogger, "warn">): EgressGates {
  const gates = new Map<string, Server>();

  function close(folder: string): void {
    const gate = gates.get(folder);
    gates.delete(folder);
    gate?.close();
    gate?.closeAllConnections();
  }

  return {
    async open(folder) {
      if (egress === "off" || gates.has(folder) || !existsSync(gateFolder(folder))) return;
      const gate = createEgressGate(egress, folder);
      gates.set(folder, gate);
      gate.on("error", (error) => log.warn({ err: error, folder }, "the way out of a sandbox failed"));
      await listenAtFile(gate, gateSocket(folder)).catch((error: unknown) => {
        close(folder);
        throw error;
      });
    },
    close,
    closeAll: () => [...gates.keys()].forEach(close),
  };
}
