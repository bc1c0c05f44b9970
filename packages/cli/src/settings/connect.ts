import { Boxes } from "@terrarium/sdk/boxes";
import { apiKeyIn, baseUrlIn, DEFAULT_BASE_URL } from "@terrarium/sdk/credentials";
import { HttpClient } from "@terrarium/sdk/http-client";
import { Snapshots } from "@terrarium/sdk/snapshots";
import { WebSocket } from "ws";
import { MissingKeyError, UsageError } from "../exit-codes.ts";
import { readConfig } from "./config-file.ts";

/** A server and its clients. */
export interface Connection {
  http: HttpClient;
  boxes: Boxes;
  snapshots: Snapshots;
}

/**
 * Node 20 has no global WebSocket, and `ws` can pause its input. Masks prevent scripts of web pages from choosing the
 * bytes that a proxy sees (RFC 6455, 10.3). There are no web pages here, so masks of zeros save both ends the work.
 */
class UnmaskedWebSocket extends WebSocket {
  constructor(url: string | URL, protocols?: string | string[]) {
    super(url, protocols, { generateMask: (mask) => mask.fill(0) });
  }
}

export const connectTo = (baseUrl: string, apiKey: string): Connection => {
  const webSocket = UnmaskedWebSocket as unknown as typeof globalThis.WebSocket;
  const http = new HttpClient({ baseUrl, apiKey, webSocket });
  return { http, boxes: new Boxes(http), snapshots: new Snapshots(http) };
};

/** Returns the server's address: from the option, the environment, the last login, or this machine. */
export async function resolveBaseUrl(option: string | undefined): Promise<string> {
  const given = option || baseUrlIn(process.env) || (await readConfig())?.baseUrl || DEFAULT_BASE_URL;
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol))
    throw new UsageError(`"${given}" is not the address of a server; an example is ${DEFAULT_BASE_URL}`);
  return given.replace(/\/+$/, "").replace(/\/api\/v1$/, "");
}

/**
 * Returns server and key from options, environment and the last login. A stored key is used only for its own server.
 */
export async function credentials({ baseUrl: option }: { baseUrl?: string | undefined }) {
  const baseUrl = await resolveBaseUrl(option);
  const config = await readConfig();
  const kept = config?.baseUrl === baseUrl ? config.apiKey : undefined;
  const apiKey = apiKeyIn(process.env) || kept;
  if (!apiKey)
    throw new MissingKeyError(`No API key for ${baseUrl}: run \`terrarium login\`, or set TERRARIUM_API_KEY`);
  return { baseUrl, apiKey };
}

export async function connect(options: { baseUrl?: string | undefined }): Promise<Connection> {
  const { baseUrl, apiKey } = await credentials(options);
  return connectTo(baseUrl, apiKey);
}
