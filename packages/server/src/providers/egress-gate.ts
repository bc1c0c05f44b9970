import type { Server } from "node:http";
import { createDnsResolve, type Egress, resolveWithSystem } from "@terrarium/egress/egress";
import { createHttpGate } from "@terrarium/egress/http-gate";

const DNS_TIMEOUT_MS = 5_000;

/** The way out of devices that have no network of their own; the caller listens with it where they find it, and closes it. */
export function createEgressGate(egress: Egress): Server {
  // Who may reach everything may name hosts that only this machine knows.
  const resolve = egress === "all" ? resolveWithSystem : createDnsResolve(DNS_TIMEOUT_MS);
  return createHttpGate({ egress, resolve });
}
