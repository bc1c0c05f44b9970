import { randomUUID } from "node:crypto";
import { z } from "zod";
import { INSTALL_LABEL } from "./container.ts";
import { EngineError, type Engine } from "./engine.ts";

const NOT_FOUND = 404;
const CONFLICT = 409;

const Network = z.object({
  Internal: z.boolean(),
  Options: z.record(z.string(), z.string()).nullable(),
  Labels: z.record(z.string(), z.string()).nullable(),
});

/** What containers of an installation stand on: its network, and whether its volumes can have a size. */
export interface Grounds {
  network: string;
  hasQuota: boolean;
}

/**
 * Makes them where they are missing. Throws an Error if there is a network of that name which is not ours: devices could
 * reach each other, or somebody else's containers, in it.
 */
export async function prepareGrounds(engine: Engine, installId: string, isInternal: boolean): Promise<Grounds> {
  const short = installId.slice(0, 8);
  // Its bridge has a name of its own, so that operators can write rules for it.
  const names = isInternal
    ? { network: `terrarium-${short}-off`, bridge: `trmx${short}` }
    : { network: `terrarium-${short}`, bridge: `trm${short}` };
  await ensureNetwork(engine, installId, isInternal, names);
  return { network: names.network, hasQuota: await hasVolumeQuota(engine, installId) };
}

async function ensureNetwork(
  engine: Engine,
  installId: string,
  isInternal: boolean,
  { network, bridge }: { network: string; bridge: string },
): Promise<void> {
  const options = {
    // Devices do not reach each other.
    "com.docker.network.bridge.enable_icc": "false",
    "com.docker.network.bridge.name": bridge,
  };
  const body = {
    Name: network,
    CheckDuplicate: true,
    Driver: "bridge",
    Internal: isInternal,
    Options: options,
    Labels: { [INSTALL_LABEL]: installId },
  };
  const look = () => engine.call("GET", `/networks/${network}`, { accept: [NOT_FOUND] });
  let found = await look();
  if (found.status === NOT_FOUND) {
    // Another server may make it at the same time.
    await engine.call("POST", "/networks/create", { body, accept: [CONFLICT] });
    found = await look();
  }
  const made = Network.parse(found.body);
  const isGood =
    made.Internal === isInternal &&
    made.Labels?.[INSTALL_LABEL] === installId &&
    Object.entries(options).every(([name, value]) => made.Options?.[name] === value);
  if (!isGood) throw new Error(`the engine has a network ${network} that was made otherwise: remove it`);
}

/** Volumes can have a size where the engine keeps them on XFS with project quotas. */
async function hasVolumeQuota(engine: Engine, installId: string): Promise<boolean> {
  const name = `terrarium-quota-${randomUUID()}`;
  const body = { Name: name, Driver: "local", DriverOpts: { size: "1m" }, Labels: { [INSTALL_LABEL]: installId } };
  try {
    await engine.call("POST", "/volumes/create", { body });
  } catch (error) {
    if (error instanceof EngineError) return false;
    throw error;
  }
  await engine.call("DELETE", `/volumes/${name}`);
  return true;
}
