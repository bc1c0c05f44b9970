import type { Server } from "node:net";

/** Returns the port that a server listens on, 0 if none. */
export function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}
