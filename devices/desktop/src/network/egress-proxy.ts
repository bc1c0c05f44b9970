import { connect, type Socket } from "node:net";

/** Unix socket or address of the egress proxy that decides which hosts a sandbox may reach. */
export type EgressProxy = string | { host: string; port: number };

/** Starts connecting to the egress proxy; the socket reports failures. */
export const connectEgressProxy = (egressProxy: EgressProxy): Socket =>
  connect({ ...(typeof egressProxy === "string" ? { path: egressProxy } : egressProxy), allowHalfOpen: true });
