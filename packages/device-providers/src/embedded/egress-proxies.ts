import { existsSync } from "node:fs";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Egress } from "@terrarium/egress/egress";
import type { FastifyBaseLogger } from "fastify";
import { createEgressProxy } from "../egress-proxy.ts";
import { proxyFolder, proxySocket } from "./device-folder.ts";
import { listenAtFile } from "./socket-file.ts";

/** Egress proxies of sandboxes without a network. Each sandbox reaches its proxy at a socket file. */
export interface EgressProxies {
  /** Opens the proxy of a device if its folder has one, also for devices of other servers. */
  open(folder: string): Promise<void>;
  /** Closes a device's proxy and all its connections. */
  close(folder: string): void;
  closeAll(): void;
  /** Returns a device's total traffic through its open proxy; undefined if it has none. */
  trafficOf(folder: string): Traffic | undefined;
}

interface Traffic {
  receivedBytes: number;
  sentBytes: number;
}

export function createEgressProxies(egress: Egress, log: Pick<FastifyBaseLogger, "warn">): EgressProxies {
  const proxies = new Map<string, { server: Server; traffic: () => Traffic }>();

  function close(folder: string): void {
    const server = proxies.get(folder)?.server;
    proxies.delete(folder);
    server?.close();
    server?.closeAllConnections();
  }

  return {
    async open(folder) {
      if (egress === "off" || proxies.has(folder) || !existsSync(proxyFolder(folder))) return;
      const proxy = createEgressProxy(egress, folder);
      proxies.set(folder, { server: proxy, traffic: countTraffic(proxy) });
      proxy.on("error", (error) => log.warn({ err: error, folder }, "a sandbox's egress proxy failed"));
      await listenAtFile(proxy, proxySocket(folder)).catch((error: unknown) => {
        close(folder);
        throw error;
      });
    },
    close,
    closeAll: () => [...proxies.keys()].forEach(close),
    trafficOf: (folder) => proxies.get(folder)?.traffic(),
  };
}

/** Counts the bytes of a proxy's clients. A client's sent bytes arrive at the proxy. */
function countTraffic(proxy: Server): () => Traffic {
  const open = new Set<Socket>();
  const closed: Traffic = { receivedBytes: 0, sentBytes: 0 };
  const add = (sum: Traffic, { bytesWritten, bytesRead }: Socket) => {
    sum.receivedBytes += bytesWritten;
    sum.sentBytes += bytesRead;
  };
  proxy.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => {
      open.delete(socket);
      add(closed, socket);
    });
  });
  return () => {
    const sum = { ...closed };
    for (const socket of open) add(sum, socket);
    return sum;
  };
}
