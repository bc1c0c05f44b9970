import { isIPv6 } from "node:net";

/**
 * The network that one customer gets, by which strangers are told apart: of IPv6 the /64, since whoever has one has all
 * its addresses (RFC 6177); of IPv4 the address, also where it is written as IPv6 (RFC 4291, 2.5.5.2).
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

/** The eight groups of an IPv6 address, in lower case and without zeros before. */
function groupsOf(address: string): string[] {
  // In the one form that URLs have; an interface's name is none of it.
  const { hostname } = new URL(`http://[${address.split("%", 1).join("")}]`);
  const [before = [], after = []] = hostname
    .slice(1, -1)
    .split("::")
    .map((part) => (part === "" ? [] : part.split(":")));
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => "0"), ...after];
}
