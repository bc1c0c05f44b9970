import path from "node:path";
import { CLIENTS } from "./ensure-clients.ts";

/**
 * Returns the path of the first release of a Node major version, installed by `ensureClients`. User programs are tested
 * with the oldest Node that they support.
 */
export const oldestNode = (major: 18 | 20): string =>
  path.join(CLIENTS, `node_modules/node-${major}-${process.arch}/bin/node`);
