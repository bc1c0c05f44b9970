import { readFileSync } from "node:fs";
import path from "node:path";
import { ConfigError } from "@terrarium/platform/base/config-error";

/** Address of an engine's API: a unix socket, or a host with or without TLS. */
export type EngineAddress =
  | { socketPath: string }
  | { host: string; port: number; tls?: { ca: Buffer; cert: Buffer; key: Buffer } | undefined };

export const DEFAULT_HOST = "unix:///var/run/docker.sock";
/** Default ports, as in Docker's own programs. */
const PLAIN_PORT = 2375;
const TLS_PORT = 2376;

/**
 * Parses DOCKER_HOST, and DOCKER_CERT_PATH (a folder with ca.pem, cert.pem and key.pem), as Docker's own programs do.
 * Throws ConfigError.
 */
export function readEngineAddress(host = DEFAULT_HOST, certPath?: string): EngineAddress {
  if (host.startsWith("unix:///")) return { socketPath: host.slice("unix://".length) };
  const url = URL.canParse(host) ? new URL(host) : undefined;
  const isAddress = url?.protocol === "tcp:" && url.hostname !== "" && url.pathname.length <= 1;
  if (!url || !isAddress)
    throw new ConfigError("DOCKER_HOST must be an address such as unix:///var/run/docker.sock or tcp://10.0.0.7:2376");
  const tls = certPath === undefined ? undefined : readCertificates(certPath);
  const port = url.port === "" ? (tls ? TLS_PORT : PLAIN_PORT) : Number(url.port);
  return { host: url.hostname.replace(/^\[|\]$/g, ""), port, tls };
}

function readCertificates(folder: string): { ca: Buffer; cert: Buffer; key: Buffer } {
  try {
    const read = (name: string) => readFileSync(path.join(folder, name));
    return { ca: read("ca.pem"), cert: read("cert.pem"), key: read("key.pem") };
  } catch (error) {
    throw new ConfigError(`DOCKER_CERT_PATH cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
