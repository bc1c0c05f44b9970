import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { NetworkError } from "./network-error.ts";

/** How far the device's apps may reach: nowhere, the public internet, or everything that the host reaches. */
export const egressModes = ["off", "public", "all"] as const;
export type Egress = (typeof egressModes)[number];

/** All addresses of a host name; rejects if there are none. */
export type Resolve = (hostName: string) => Promise<readonly string[]>;

/** Addresses that look public and are a cloud's inside: Azure's host services. */
const insideAddresses: ReadonlySet<string> = new Set(["168.63.129.16"]);

export const resolveWithSystem: Resolve = async (hostName) =>
  (await lookup(hostName, { all: true })).map(({ address }) => address);

/**
 * The addresses to connect to for a URL's host name, each of them allowed. With "public" one address that is not
 * public refuses the host, so that no name leads inside. Throws NetworkError.
 */
export async function allowedAddresses(hostName: string, egress: Egress, resolve: Resolve): Promise<readonly string[]> {
  if (egress === "off") throw new NetworkError("egress-off", hostName);
  const bare = hostName.replace(/^\[|\]$/g, "");
  const addresses = isIP(bare) === 0 ? await resolved(bare, resolve) : [bare];
  if (egress === "public") {
    for (const address of addresses) {
      if (!(await isPublicAddress(address))) throw new NetworkError("address-not-allowed", `${bare} (${address})`);
    }
  }
  return addresses;
}

async function resolved(hostName: string, resolve: Resolve): Promise<readonly string[]> {
  const addresses = await resolve(hostName).catch((error: unknown) => {
    throw new NetworkError("unknown-host", hostName, error);
  });
  if (addresses.length === 0) throw new NetworkError("unknown-host", hostName);
  return addresses;
}

/**
 * Whether an address is somewhere on the public internet: neither in one of the ranges that IANA keeps for special
 * purposes (loopback, private, link-local with the clouds' metadata, carrier-grade NAT, translations of IPv4 into
 * IPv6, …) nor one of this machine's own.
 */
export async function isPublicAddress(address: string): Promise<boolean> {
  const { default: ipaddr } = await import("ipaddr.js");
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast" || insideAddresses.has(parsed.toString())) return false;
  // Only 2000::/3 has been given out as public IPv6 (RFC 4291, section 2.4).
  const [firstByte = 0] = parsed.toByteArray();
  if (parsed.kind() === "ipv6" && firstByte >> 5 !== 1) return false;
  return !ownAddresses().some((own) => ipaddr.process(own).toString() === parsed.toString());
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address));
}
