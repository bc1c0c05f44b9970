import type { HttpClientOptions } from "./http-client.ts";

const DEFAULT_BASE_URL = "http://localhost:3000";

export interface ClientOptions {
  /** Default: the environment variable GBOX_API_KEY. */
  apiKey?: string;
  /** Default: the environment variable GBOX_BASE_URL, else http://localhost:3000. */
  baseUrl?: string;
}

/** Completes options from the environment, where there is one. Throws Error if there is no API key. */
export function resolveOptions(options: ClientOptions): HttpClientOptions {
  const env: Record<string, string | undefined> = typeof process === "undefined" ? {} : process.env;
  const apiKey = options.apiKey || env["GBOX_API_KEY"];
  if (!apiKey) throw new Error("GBOX_API_KEY is not set on environment variables");
  return { apiKey, baseUrl: options.baseUrl || env["GBOX_BASE_URL"] || DEFAULT_BASE_URL };
}
