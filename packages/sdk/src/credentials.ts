import type { HttpClientOptions } from "./http-client.ts";
import { AuthenticationError } from "./terrarium-error.ts";

export const DEFAULT_BASE_URL = "http://localhost:3000";

export interface ClientOptions {
  /** Default: TERRARIUM_API_KEY or GBOX_API_KEY of the environment. */
  apiKey?: string;
  /** Default: TERRARIUM_BASE_URL of the environment (or TERRARIUM_URL, GBOX_BASE_URL), else http://localhost:3000. */
  baseUrl?: string;
  /** What opens sockets, where the platform has no WebSocket of its own (Node 20: the package `ws`). */
  webSocket?: typeof WebSocket;
}

/** Variables of the environment, the first that is set counts: ours, then former ones and those of the gbox SDK. */
const API_KEY_VARIABLES = ["TERRARIUM_API_KEY", "GBOX_API_KEY"] as const;
const BASE_URL_VARIABLES = ["TERRARIUM_BASE_URL", "TERRARIUM_URL", "GBOX_BASE_URL"] as const;

type Environment = Readonly<Record<string, string | undefined>>;
const firstOf = (names: readonly string[], env: Environment): string | undefined =>
  names.map((name) => env[name]).find(Boolean);

/** Returns the API key of an environment, if it has one. */
export const apiKeyIn = (env: Environment): string | undefined => firstOf(API_KEY_VARIABLES, env);

/** Returns the server's address of an environment, if it has one. */
export const baseUrlIn = (env: Environment): string | undefined => firstOf(BASE_URL_VARIABLES, env);

/** Completes options from the environment, where there is one. Throws AuthenticationError without an API key. */
export function resolveOptions(options: ClientOptions): HttpClientOptions {
  const env = typeof process === "undefined" ? {} : process.env;
  const apiKey = options.apiKey || apiKeyIn(env);
  if (!apiKey)
    throw new AuthenticationError("No API key: set TERRARIUM_API_KEY, or give the option `apiKey`", {
      code: "no_api_key",
    });
  return { apiKey, baseUrl: options.baseUrl || baseUrlIn(env) || DEFAULT_BASE_URL, webSocket: options.webSocket };
}
