import type { HttpClientOptions } from "./http-client.ts";

export const DEFAULT_BASE_URL = "http://localhost:3000";

export interface ClientOptions {
  /** Default: TERRARIUM_API_KEY or GBOX_API_KEY of the environment. */
  apiKey?: string;
  /** Default: TERRARIUM_URL or GBOX_BASE_URL of the environment, else http://localhost:3000. */
  baseUrl?: string;
  /** What opens sockets, where the platform has no WebSocket of its own (Node 20: the package `ws`). */
  webSocket?: typeof WebSocket;
}

/** Completes options from the environment, where there is one. Throws Error if there is no API key. */
export function resolveOptions(options: ClientOptions): HttpClientOptions {
  const env: Record<string, string | undefined> = typeof process === "undefined" ? {} : process.env;
  const apiKey = options.apiKey || env["TERRARIUM_API_KEY"] || env["GBOX_API_KEY"];
  if (!apiKey) throw new Error("GBOX_API_KEY is not set on environment variables");
  const baseUrl = options.baseUrl || env["TERRARIUM_URL"] || env["GBOX_BASE_URL"] || DEFAULT_BASE_URL;
  return { apiKey, baseUrl, webSocket: options.webSocket };
}
