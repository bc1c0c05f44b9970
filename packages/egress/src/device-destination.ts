import { BlockList, isIP } from "node:net";
import { allowedAddresses, type Egress, type Resolve } from "./egress.ts";

/** A device's name for the machine that runs it (developer.android.com/studio/run/emulator-networking). */
export const HOST_ADDRESS = "10.0.2.2";
const HOST_LOOPBACK = "127.0.0.1";

/** Destination within the device: its own loopback. */
export const OWN_LOOPBACK = "own loopback";

/** RFC 1122, 3.2.1.3, and RFC 4291, 2.5; Linux connects the unspecified addresses to loopback too. */
const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("0.0.0.0", "ipv4");
loopback.addAddress("::1", "ipv6");
loopback.addAddress("::", "ipv6");

const isLoopbackAddress = (address: string): boolean => {
  const version = isIP(address);
  return version !== 0 && loopback.check(address, version === 6 ? "ipv6" : "ipv4");
};

/** RFC 6761, 6.3. */
const isLoopbackName = (hostName: string): boolean => /^(?:.+\.)?localhost\.?$/i.test(hostName);

/**
 * Returns the destination of a device's connection: its own loopback, which needs no permission, or the addresses that
 * the mode allows. Names that resolve to a loopback address also mean the device's own. No device therefore reaches the
 * loopback of the machine that runs it, except by 10.0.2.2 with "all". Throws NetworkError.
 */
export async function deviceDestination(
  hostName: string,
  egress: Egress,
  resolve: Resolve,
): Promise<typeof OWN_LOOPBACK | readonly string[]> {
  const bare = hostName.replace(/^\[|\]$/g, "");
  if (isLoopbackName(bare) || isLoopbackAddress(bare)) return OWN_LOOPBACK;
  const addresses = await allowedAddresses(bare, egress, resolve);
  if (addresses.some(isLoopbackAddress)) return OWN_LOOPBACK;
  return addresses.map((address) => (address === HOST_ADDRESS ? HOST_LOOPBACK : address));
}

/**
 * Returns the host to pass to Node for a destination. Node looks up only names, so a literal address is replaced by its
 * destination's address.
 */
export function hostOf(hostName: string, addresses: readonly string[]): string {
  const bare = hostName.replace(/^\[|\]$/g, "");
  return isIP(bare) === 0 ? bare : (addresses[0] ?? bare);
}
