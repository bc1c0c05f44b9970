import { type BoxPort, portHost, portPath } from "@terrarium/contract/box-ports";
import { PORT_LIMITS } from "@terrarium/contract/limits";
import { boxTypeOf, hasBrowser } from "@terrarium/contract/sandbox-kind";
import type { SandboxDevice } from "@terrarium/device-control/access/device-access";
import type { DeviceSessions } from "@terrarium/device-control/device/device-session";
import type { AccessChanges } from "@terrarium/platform/base/access-changes";
import { AppError } from "@terrarium/platform/base/app-error";
import { type Caller, heldBy, requireScope } from "@terrarium/platform/base/caller";
import type { SandboxService } from "../sandboxes/service.ts";
import { LIST_SOCKETS, listeningPorts } from "./listening.ts";
import type { PortAddress } from "./port-host.ts";
import type { PublicPortStore } from "./store.ts";

/** Ports of the box's own programs: its HTTP proxy, adb, and the browser's DevTools, which have calls of their own. */
const OWN_PORTS: ReadonlySet<number> = new Set([3128, 5555]);
const DEV_TOOLS_PORT = 9222;

/** Access to a port. Without a caller, the port is public. */
export interface PortAccess {
  caller: Caller | undefined;
  device: SandboxDevice;
  organizationId: string;
}

export interface PortService {
  /** Returns the ports with a listening program, and the public ones. `domain`: of the URLs; undefined: there are none. */
  list(caller: Caller, sandboxId: string, domain: URL | undefined): Promise<BoxPort[]>;
  /** Throws not_possible for devices and ports that cannot be reached, and as `requireDevice` does. */
  requirePort(caller: Caller, address: PortAddress): Promise<void>;
  /** Like `requirePort`, for a caller who gives others access to the port. A token of the box may not. */
  requireSharing(caller: Caller, address: PortAddress): Promise<void>;
  isPublic(address: PortAddress): Promise<boolean>;
  /** Throws port_limit, and as `requirePort` does. Closes connections that lose access. */
  setVisibility(caller: Caller, address: PortAddress, visibility: BoxPort["visibility"]): Promise<void>;
  /**
   * Returns access to a port: to anybody if it is public, otherwise to the caller, if the request names one. Throws
   * port_private, scope_required, and as `requirePort` does.
   */
  requireAccess(findCaller: () => Promise<Caller | undefined>, address: PortAddress): Promise<PortAccess>;
}

interface PortParts {
  store: PublicPortStore;
  sandboxes: Pick<SandboxService, "get" | "requireDevice" | "requireOpenDevice">;
  devices: Pick<DeviceSessions, "get">;
  accessChanges: Pick<AccessChanges, "announce">;
}

export function createPortService(
  { store, sandboxes, devices, accessChanges }: PortParts,
  clock: () => number = Date.now,
): PortService {
  const service: PortService = {
    async list(caller, sandboxId, domain) {
      const device = requireReachable(await sandboxes.requireDevice(caller, sandboxId, "look"));
      const session = await devices.get(device);
      const { stdout } = await session.run(LIST_SOCKETS);
      const listening = listeningPorts(Buffer.from(stdout).toString("latin1")).filter((port) => !isOwn(device, port));
      const open = await store.list(sandboxId);
      return [...new Set([...listening, ...open])]
        .toSorted((one, other) => one - other)
        .map((port) => ({
          port,
          listening: listening.includes(port),
          visibility: open.includes(port) ? "public" : "private",
          path: portPath(sandboxId, port),
          url: domain === undefined ? null : portUrl({ boxId: sandboxId, port }, domain).href,
        }));
    },

    async requirePort(caller, { boxId, port }) {
      requireOpenable(await sandboxes.requireDevice(caller, boxId, "look"), port);
    },

    isPublic: ({ boxId, port }) => store.has(boxId, port),

    async requireSharing(caller, address) {
      // What a token shares would outlive the token.
      if (caller.kind === "box-token") throw new AppError("scope_required", { scope: "manage", held: heldBy(caller) });
      await service.requirePort(caller, address);
    },

    async setVisibility(caller, { boxId, port }, visibility) {
      await service.requireSharing(caller, { boxId, port });
      if (visibility === "private") await store.delete(boxId, port);
      else if (!(await store.insertWithin(PORT_LIMITS.publicPerSandbox, boxId, port, clock())))
        throw new AppError("port_limit", { sandboxId: boxId });
      accessChanges.announce();
    },

    async requireAccess(findCaller, { boxId, port }) {
      if (await store.has(boxId, port)) {
        const { device, organizationId } = await sandboxes.requireOpenDevice(boxId);
        return { caller: undefined, device: requireOpenable(device, port), organizationId };
      }
      const caller = await findCaller();
      if (caller === undefined) throw new AppError("port_private", { port });
      requireScope(caller, "drive", "ports");
      const device = requireOpenable(await sandboxes.requireDevice(caller, boxId), port);
      const { organizationId } = await sandboxes.get(caller, boxId);
      return { caller, device, organizationId };
    },
  };
  return service;
}

/** Returns the address of a port below the domain for ports. `domain` has the protocol and the port of the server. */
export function portUrl({ boxId, port }: PortAddress, domain: URL): URL {
  const url = new URL(domain);
  url.hostname = portHost(boxId, port, domain.hostname);
  return url;
}

function requireReachable(device: SandboxDevice): SandboxDevice {
  if (boxTypeOf(device) === "linux") return device;
  const detail = "programs on Android do not serve ports; use a Linux, browser or desktop box, or adb forward";
  throw new AppError("not_possible", { what: "Reaching a port", detail });
}

const isOwn = ({ kind }: SandboxDevice, port: number): boolean =>
  OWN_PORTS.has(port) || (port === DEV_TOOLS_PORT && hasBrowser(kind));

function requireOpenable(device: SandboxDevice, port: number): SandboxDevice {
  if (!isOwn(requireReachable(device), port)) return device;
  const detail = "it is used by the box itself; let your program listen on another port";
  throw new AppError("not_possible", { what: `Reaching port ${port}`, detail });
}
