import type { Server } from "node:http";
import { ConnectionPool } from "@terrarium/adb/bounded-server";
import type { Egress } from "@terrarium/egress/egress";
import { resolverFor } from "@terrarium/egress/lookups";
import { openFilesLimit } from "../base/open-files.ts";
import { createHttpGate } from "./http-gate.ts";

const MAX_CONNECTIONS = 4_096;

/** All gates together: each connection takes a second one to its target, and other work needs descriptors too. */
const pool = new ConnectionPool(Math.min(MAX_CONNECTIONS, Math.floor(openFilesLimit() / 16)));

/**
 * Creates the gate of devices that have no network of their own. `name` tells its clients from those of other gates,
 * for their share of lookups. The caller listens with it where they find it, and closes it.
 */
export const createEgressGate = (egress: Egress, name: string): Server =>
  createHttpGate({ egress, pool, resolverOf: (client) => resolverFor(egress, `${name} ${client}`) });
