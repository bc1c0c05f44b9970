import { connect, type Socket } from "node:net";

/** Unix socket or address of the gate that decides which hosts a sandbox may reach. */
export type EgressGate = string | { host: string; port: number };

/** Starts connecting to the gate; the socket reports failures. */
export const connectGate = (gate: EgressGate): Socket =>
  connect({ ...(typeof gate === "string" ? { path: gate } : gate), allowHalfOpen: true });
