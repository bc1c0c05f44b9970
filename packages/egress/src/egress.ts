import { lookup, Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { NetworkError } from "./network-error.ts";

/** Network access of a device's apps: none, the public internet, or everything that the host reaches. */
export const EGRESS_MODES = ["off", "public", "all"] as const;
export type Egress = (typeof EGRESS_MODES)[number];

/** Function that returns all addresses of a host name; rejects if there are none. */
export type Resolve = (hostName: string) => Promise<readonly string[]>;

/** Internal addresses of a cloud that look public: Azure's host services. */
export const INSIDE_ADDRESSES: ReadonlySet<string> = new Set(["168.63.129.16"]);

export const resolveWithSystem: Resolve = async (hostName) =>
  (await lookup(hostName, { all: true })).map(({ address }) => address);

/**
 * Returns a resolver that queries only the name servers, for at most twice this timeout. Unlike the system's lookup it
 * does not block the few threads that also read files, even with slow name servers.
 */
export function createDnsResolve(timeoutMs: number): Resolve {
  return async (hostName) => {
    const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
    const answers = await Promise.allSettled([resolver.resolve4(hostName), resolver.resolve6(hostName)]);
    return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  };
}

/** Minimum duration of a failed lookup. Without it, timing would reveal names of the host's own network. */
const NO_ANSWER_MS = 1000;

/**
 * Returns the allowed addresses for a URL's host name. With "public", a name with any internal address fails like a
 * name that does not exist: neither message nor timing differ. Throws NetworkError.
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
  await new Promise((done) => setTimeout(done, startedMs + NO_ANSWER_MS - performance.now()));
  throw new NetworkError("unknown-host", bare);
}

/**
 * Returns whether an address is on the public internet. Excluded are IANA's special-purpose ranges (loopback, private,
 * link-local with the clouds' metadata, carrier-grade NAT, translations of IPv4 into IPv6, …) and this machine's own
 * addresses.
 */
export async function isPublicAddress(address: string): Promise<boolean> {
  const { default: ipaddr } = await import("ipaddr.js");
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast" || INSIDE_ADDRESSES.has(parsed.toString())) return false;
  // Only 2000::/3 is assigned as public IPv6 (RFC 4291, section 2.4).
  const [firstByte = 0] = parsed.toByteArray();
  if (parsed.kind() === "ipv6" && firstByte >> 5 !== 1) return false;
  return !ownAddresses().some((own) => ipaddr.process(own).toString() === parsed.toString());
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address));
}
