import { text } from "node:stream/consumers";
import type { DeviceSessions, DeviceTarget } from "@terrarium/device-control/device/device-session";
import { OS_RELEASE, osVersionIn } from "@terrarium/device-providers/linux/os-release";
import type { FastifyBaseLogger } from "fastify";

/** Maximum size of a file of this kind. */
const MOST_BYTES = 65_536;

/**
 * Reads the Linux version from a device, such as debian-12. Returns undefined, with a warning, if the device reports
 * none.
 */
export async function askOsVersion(
  devices: Pick<DeviceSessions, "get">,
  target: DeviceTarget,
  log: Pick<FastifyBaseLogger, "warn">,
): Promise<string | undefined> {
  try {
    const { sizeBytes, content } = await (await devices.get(target)).readFile(OS_RELEASE);
    if (sizeBytes <= MOST_BYTES) return osVersionIn(await text(content));
    content.destroy();
    throw new Error(`${OS_RELEASE} has ${sizeBytes} bytes`);
  } catch (error) {
    log.warn({ err: error, sandboxId: target.sandboxId }, "failed to read a device's Linux version");
    return undefined;
  }
}
