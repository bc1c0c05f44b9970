import { randomUUID } from "node:crypto";
import { isIPv4 } from "node:net";
import { z } from "zod";
import { INSTALL_LABEL } from "./container-names.ts";
import { EngineError, type Engine } from "./engine.ts";

const NOT_FOUND = 404;
const CONFLICT = 409;

const Network = z.object({
  Internal: z.boolean(),
  Options: z.record(z.string(), z.string()).nullable(),
  Labels: z.record(z.string(), z.string()).nullable(),
  IPAM: z.object({ Config: z.array(z.object({ Gateway: z.string().optional() })).nullish() }).nullish(),
});

/** The fields that are read from `GET /version`. */
const Version = z.object({ Components: z.array(z.object({ Name: z.string() })).nullish() });

/** Networks and engine features that an installation's containers need. */
export interface Grounds {
  /**
   * `apps`: for devices that restrict their own apps. `programs`: for devices in which anyone's programs run
   * unrestricted.
   */
  networks: { apps: string; programs: string };
  /** Address of the engine's machine in the network `programs`. */
  gateway: string | undefined;
  /** Whether the networks isolate their containers from each other. */
  keepsApart: boolean;
  /** Whether volumes support a size. */
  hasQuota: boolean;
}

/**
 * Creates missing networks. Throws an Error if a network of that name belongs to another installation or has other
 * options. Devices could reach each other or foreign containers in it.
 */
export async function prepareGrounds(
  engine: Engine,
  installId: string,
  leadsOut: Record<keyof Grounds["networks"], boolean>,
): Promise<Grounds> {
  const apps = await ensureNetwork(engine, installId, !leadsOut.apps);
  const programs =
    leadsOut.programs === leadsOut.apps ? apps : await ensureNetwork(engine, installId, !leadsOut.programs);
  return {
    networks: { apps: apps.name, programs: programs.name },
    gateway: programs.gateway,
    keepsApart: apps.keepsApart && programs.keepsApart,
    hasQuota: await hasVolumeQuota(engine, installId),
  };
}

interface MadeNetwork {
  name: string;
  gateway: string | undefined;
  /** False for Podman: its networks do not isolate containers. */
  keepsApart: boolean;
}

/** Returns the names of an installation's two networks: one internal, and one with access to the outside. */
export function networkNames(installId: string) {
  const short = installId.slice(0, 8);
  // Fixed bridge names allow operators to write firewall rules.
  return {
    internal: { network: `terrarium-${short}-off`, bridge: `trmx${short}` },
    open: { network: `terrarium-${short}`, bridge: `trm${short}` },
  };
}

async function ensureNetwork(engine: Engine, installId: string, isInternal: boolean): Promise<MadeNetwork> {
  const { network, bridge } = networkNames(installId)[isInternal ? "internal" : "open"];
  const options = {
    // Devices cannot reach each other.
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
    // Another server may create it at the same time.
    await engine.call("POST", "/networks/create", { body, accept: [CONFLICT] });
    found = await look();
  }
  const made = Network.parse(found.body);
  const isOurs = made.Internal === isInternal && made.Labels?.[INSTALL_LABEL] === installId;
  const keepsApart = Object.entries(options).every(([name, value]) => made.Options?.[name] === value);
  if (!isOurs || !(keepsApart || (await isPodman(engine))))
    throw new Error(`the engine's network ${network} has other settings: remove it`);
  const gateway = made.IPAM?.Config?.find(({ Gateway: address }) => isIPv4(address ?? ""))?.Gateway;
  return { name: network, gateway, keepsApart };
}

/** Podman ignores unknown network options. */
async function isPodman(engine: Engine): Promise<boolean> {
  const { Components: parts } = Version.parse((await engine.call("GET", "/version")).body);
  return parts?.some(({ Name: name }) => name.startsWith("Podman")) ?? false;
}

/** Volumes support a size if the engine stores them on XFS with project quotas. */
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
