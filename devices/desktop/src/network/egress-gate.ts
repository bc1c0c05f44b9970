import { connect, type Socket } from "node:net";

/** Who decides how far a sandbox reaches: at a Unix socket, or at an address. */
export type EgressGate = string | { host: string; port: number };

/** Begins to connect; what fails is told by the socket. */
export const connectGate = (gate: EgressGate): Socket =>
  connect({ ...(typeof gate === "string" ? { path: gate } : gate), allowHalfOpen: true });
