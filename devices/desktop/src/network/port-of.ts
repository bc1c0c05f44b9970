import type { Server } from "node:net";

/** The port at which a server listens; 0 if it listens at none. */
export function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}
