import type { HttpClientOptions } from "./http-client.ts";
import { AuthenticationError } from "./terrarium-error.ts";

export const DEFAULT_BASE_URL = "http://localhost:3000";

export interface ClientOptions {
  /** Default: the environment variable TERRARIUM_API_KEY or GBOX_API_KEY. */
  apiKey?: string;
  /**
   * Default: the environment variable TERRARIUM_BASE_URL (or TERRARIUM_URL, GBOX_BASE_URL), else http://localhost:3000.
   */
  baseUrl?: string;
  /** WebSocket implementation for platforms without one (Node 20: the package `ws`). */
  webSocket?: typeof WebSocket;
}

/** Environment variables in order of precedence: current names, former names, names of the gbox SDK. */
const API_KEY_VARIABLES = ["TERRARIUM_API_KEY", "GBOX_API_KEY"] as const;
const BASE_URL_VARIABLES = ["TERRARIUM_BASE_URL", "TERRARIUM_URL", "GBOX_BASE_URL"] as const;

type Environment = Readonly<Record<string, string | undefined>>;
const firstOf = (names: readonly string[], env: Environment): string | undefined =>
  names.map((name) => env[name]).find(Boolean);

/** Returns the API key in an environment, or undefined. */
export const apiKeyIn = (env: Environment): string | undefined => firstOf(API_KEY_VARIABLES, env);

/** Returns the server's address in an environment, or undefined. */
export const baseUrlIn = (env: Environment): string | undefined => firstOf(BASE_URL_VARIABLES, env);

/** Completes options from the environment, if there is one. Throws AuthenticationError without an API key. */
export function resolveOptions(options: ClientOptions): HttpClientOptions {
  const env = typeof process === "undefined" ? {} : process.env;
  const apiKey = options.apiKey || apiKeyIn(env);
  if (!apiKey)
    throw new AuthenticationError("No API key: set TERRARIUM_API_KEY, or give the option `apiKey`", {
      code: "no_api_key",
    });
  return { apiKey, baseUrl: options.baseUrl || baseUrlIn(env) || DEFAULT_BASE_URL, webSocket: options.webSocket };
}
