import { lookup, Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { NetworkError } from "./network-error.ts";

/** How far the device's apps may reach: nowhere, the public internet, or everything that the host reaches. */
export const egressModes = ["off", "public", "all"] as const;
export type Egress = (typeof egressModes)[number];

/** All addresses of a host name; rejects if there are none. */
export type Resolve = (hostName: string) => Promise<readonly string[]>;

/** Addresses that look public and are a cloud's inside: Azure's host services. */
export const insideAddresses: ReadonlySet<string> = new Set(["168.63.129.16"]);

export const resolveWithSystem: Resolve = async (hostName) =>
  (await lookup(hostName, { all: true })).map(({ address }) => address);

/**
 * Asks the name servers and nothing else, for at most twice this long; unlike the system's look-up it takes none of the
 * few threads that read files too, however slow a stranger's name server is.
 */
export function createDnsResolve(timeoutMs: number): Resolve {
  return async (hostName) => {
    const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
    const answers = await Promise.allSettled([resolver.resolve4(hostName), resolver.resolve6(hostName)]);
    return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  };
}

/** A name without an answer takes so long at least: a look-up in the host's own network would be told by its speed. */
const noAnswerMs = 1000;

/**
 * The addresses to connect to for a URL's host name, each of them allowed. With "public" a name that leads inside, with
 * one address or all, is answered as one that does not exist: neither words nor time tell the two apart. Throws
 * NetworkError.
 */
export async function allowedAddresses(hostName: string, egress: Egress, resolve: Resolve): Promise<readonly string[]> {
  if (egress === "off") throw new NetworkError("egress-off", hostName);
  const bare = hostName.replace(/^\[|\]$/g, "");
  if (isIP(bare) !== 0) {
    if (egress === "public" && !(await isPublicAddress(bare))) throw new NetworkError("address-not-allowed", bare);
    return [bare];
  }
  const startedMs = performance.now();
  const addresses = await resolve(bare).catch(() => []);
  const allowed = egress === "all" || (await Promise.all(addresses.map(isPublicAddress))).every(Boolean);
  if (allowed && addresses.length > 0) return addresses;
  await new Promise((done) => setTimeout(done, startedMs + noAnswerMs - performance.now()));
  throw new NetworkError("unknown-host", bare);
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
