const TCP_LISTEN = "0A";
const ANY_OR_LOOPBACK = new Set([
  "00000000",
  "0100007F",
  "0".repeat(32),
  "00000000000000000000000001000000",
  "0000000000000000FFFF00000100007F",
]);

/** Prints the TCP sockets of a device's network namespace (proc_net_tcp of the kernel's documentation). */
export const LIST_SOCKETS = "cat /proc/net/tcp /proc/net/tcp6 2>/dev/null";

/** Returns the ports that programs of a device listen on, on its loopback or all addresses, in order. */
export function listeningPorts(sockets: string): number[] {
  const ports = new Set<number>();
  for (const line of sockets.split("\n")) {
    const [, local = "", , state] = line.trim().split(/\s+/);
    const [address = "", port = ""] = local.split(":");
    if (state === TCP_LISTEN && ANY_OR_LOOPBACK.has(address) && /^[0-9A-F]{4}$/.test(port))
      ports.add(Number.parseInt(port, 16));
  }
  return [...ports].toSorted((one, other) => one - other);
}
