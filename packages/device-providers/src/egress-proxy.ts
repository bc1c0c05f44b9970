import type { Server } from "node:http";
import { ConnectionPool } from "@terrarium/bounds/bounded-server";
import type { Egress } from "@terrarium/egress/egress";
import { resolverFor } from "@terrarium/egress/lookups";
import { openFilesLimit } from "@terrarium/platform/base/open-files";
import { createForwardProxy } from "./forward-proxy.ts";

const MAX_CONNECTIONS = 4_096;

/**
 * Shared by all egress proxies: each connection opens a second one to its target, and other work needs descriptors too.
 */
const pool = new ConnectionPool(Math.min(MAX_CONNECTIONS, Math.floor(openFilesLimit() / 16)));

/**
 * Creates the egress proxy of devices without a network of their own. `name` separates its clients from those of other
 * proxies when DNS lookups are rationed. The caller starts to listen and closes it.
 */
export const createEgressProxy = (egress: Egress, name: string): Server =>
  createForwardProxy({ egress, pool, resolverOf: (client) => resolverFor(egress, `${name} ${client}`) });
