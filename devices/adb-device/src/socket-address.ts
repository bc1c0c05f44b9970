/**
 * Addresses on which a device may listen: abstract, file system and reserved Unix sockets, and TCP ports of its own
 * loopback.
 */
const ADDRESS_PATTERN = /^(localabstract|localfilesystem|localreserved|tcp):(.+)$/;

/** A parsed address. */
export interface SocketAddress {
  kind: "localabstract" | "localfilesystem" | "localreserved" | "tcp";
  /** The port in digits, or the socket's name. */
  name: string;
}

/** Parses an address in adb's syntax; returns undefined for any other kind. */
export function parseSocketAddress(text: string): SocketAddress | undefined {
  const [, kind, name = ""] = ADDRESS_PATTERN.exec(text) ?? [];
  if (kind !== "tcp") return kind === undefined ? undefined : { kind: kind as SocketAddress["kind"], name };
  const port = /^(?:(?:localhost|127\.0\.0\.1|\[::1\]):)?(\d{1,5})$/.exec(name)?.[1];
  return port === undefined || Number(port) > 65_535 ? undefined : { kind, name: String(Number(port)) };
}
