import { statfs } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Egress } from "@terrarium/egress/egress";
import { createLimiter } from "@terrarium/platform/base/limiter";
import type { DeviceUse } from "../provider.ts";
import type { EgressProxies } from "./egress-proxies.ts";
import { kilobytesIn } from "./home-watch.ts";
import { STAGED_HOME } from "./isolation/isolation.ts";
import { measureProcesses } from "./measure-processes.ts";

/** Time for which a folder's size is not counted again: `du` walks all its files. */
const FOLDER_SIZE_MS = 30_000;
const COUNT_PATIENCE_MS = 500;

export interface MeteredDevice {
  identity: { pid: number };
  /** Folder of the device. */
  folder: string;
  /** Folder of its files, if they are not in an image. */
  dataPath: string;
  /** Undefined if its files are not in a mounted image. */
  imagePath: string | undefined;
  /** Whether it runs foreign programs. They reach the network only through its egress proxy. */
  startsProcesses: boolean;
}

/** Measures devices. Few at a time, so that many viewed devices cost no more at once than one. */
export function createDeviceMeter(egress: Egress, proxies: Pick<EgressProxies, "trafficOf">) {
  const oneAtATime = createLimiter(1);
  const countOneByOne = createLimiter(1);
  const sizes = new WeakMap<MeteredDevice, { bytes: number | undefined; countedAtMs: number }>();
  const counts = new WeakMap<MeteredDevice, Promise<void>>();

  async function count(device: MeteredDevice): Promise<void> {
    const kilobytes = await countOneByOne(() => kilobytesIn(device.dataPath)).finally(() => counts.delete(device));
    const bytes = Number.isFinite(kilobytes) ? kilobytes * 1024 : undefined;
    sizes.set(device, { bytes, countedAtMs: performance.now() });
  }

  /** Returns the last known size if a new count takes long: a hostile device has millions of files. */
  async function folderBytes(device: MeteredDevice): Promise<number | undefined> {
    const known = sizes.get(device);
    if (known === undefined || performance.now() - known.countedAtMs >= FOLDER_SIZE_MS) {
      const counting = counts.get(device) ?? count(device);
      counts.set(device, counting);
      counting.catch(() => undefined);
      await Promise.race([counting, sleep(COUNT_PATIENCE_MS, undefined, { ref: false })]);
    }
    return sizes.get(device)?.bytes;
  }

  /** Measures a mounted image from a process that sees it. */
  async function imageBytes({ identity }: MeteredDevice): Promise<number | undefined> {
    const { blocks, bfree, bsize } = await statfs(`/proc/${identity.pid}/root${STAGED_HOME}`);
    return (blocks - bfree) * bsize;
  }

  async function diskBytes(device: MeteredDevice): Promise<number | undefined> {
    return (device.imagePath === undefined ? folderBytes(device) : imageBytes(device)).catch(() => undefined);
  }

  function networkOf({ folder, startsProcesses }: MeteredDevice): DeviceUse["network"] {
    if (egress === "off") return { receivedBytes: 0, sentBytes: 0 };
    // A phone's connections are those of its process, which has the machine's network.
    return startsProcesses ? proxies.trafficOf(folder) : undefined;
  }

  /** Resolves with undefined if the device has ended, or without /proc. */
  return (device: MeteredDevice): Promise<DeviceUse | undefined> =>
    Promise.all([oneAtATime(() => measureProcesses(device.identity.pid)), diskBytes(device)]).then(
      ([processes, bytes]) => processes && { ...processes, diskBytes: bytes, network: networkOf(device) },
    );
}
