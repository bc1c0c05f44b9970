import path from "node:path";
import { CLIENTS } from "./ensure-clients.ts";

/**
 * Path of the first release of a major version of Node, which `ensureClients` installs. Programs that users run are tested
 * with the oldest Node that they support.
 */
export const oldestNode = (major: 18 | 20): string =>
  path.join(CLIENTS, `node_modules/node-${major}-${process.arch}/bin/node`);
