import { isIPv6 } from "node:net";

/**
 * Returns the network of one customer, to distinguish strangers. For IPv6 this is the /64, because a customer has all
 * of its addresses (RFC 6177). For IPv4 it is the address, also in IPv6 notation (RFC 4291, 2.5.5.2).
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  if (groups.slice(0, 6).join(":") !== "0:0:0:0:0:ffff") return `${groups.slice(0, 4).join(":")}::/64`;
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join(".");
}

/** Returns the eight groups of an IPv6 address, in lower case and without leading zeros. */
function groupsOf(address: string): string[] {
  // Uses the normal form of URLs, without the interface's name.
  const { hostname } = new URL(`http://[${address.split("%", 1).join("")}]`);
  const [before = [], after = []] = hostname
    .slice(1, -1)
    .split("::")
    .map((part) => (part === "" ? [] : part.split(":")));
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => "0"), ...after];
}
