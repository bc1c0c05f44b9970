import { installAbort } from "./abort.ts";
import { installConsole } from "./console.ts";
import { installEncoding } from "./encoding.ts";
import { installEnvironment } from "./environment.ts";
import { installFetch } from "./fetch.ts";
import type { Guest } from "./guest.ts";
import { installRejections } from "./rejections.ts";
import { installTimers } from "./timers.ts";
import { installUrl } from "./url.ts";

type RawHost = (name: string, argsJson: string, bytes?: ArrayBuffer) => unknown;

/** Connects the interpreter with its host and installs the globals. Runs inside the interpreter. */
function boot(
  rawHost: RawHost,
  env: Record<string, string>,
  installers: ((guest: Guest, env: Record<string, string>) => void)[],
) {
  // Kept from the script, which may replace what stands on the global object.
  const { parse, stringify } = JSON;
  const handlers = new Map<string, (...args: unknown[]) => unknown>();
  const guest = {
    call: (name: string, args: unknown[], bytes?: ArrayBuffer) => {
      const answer = rawHost(name, stringify(args), bytes);
      return typeof answer === "string" ? (parse(answer) as unknown) : answer;
    },
    on: (name: string, handler: (...args: unknown[]) => unknown) => {
      handlers.set(name, handler);
    },
    describe: String,
    watch: (value) => value,
  } as Guest;
  for (const install of installers) install(guest, env);
  return {
    start: (name: string, argsJson: string, bytes?: ArrayBuffer) => {
      handlers.get(name)?.(...(parse(argsJson) as unknown[]), bytes);
    },
    describe: (error: unknown) => stringify(guest.describe(error)),
  };
}

/**
 * Source text that evaluates to a function `(rawHost, env) => ({start, describe})`. `rawHost` answers with JSON or an
 * ArrayBuffer; `start(name, argsJson, bytes)` makes a GuestCall; `describe(error)` gives an error's text as JSON.
 */
export function guestSource(): string {
  const installers = [
    installConsole,
    installRejections,
    installTimers,
    installEncoding,
    installUrl,
    installAbort,
    installFetch,
    installEnvironment,
  ];
  return `(rawHost, env) => (${String(boot)})(rawHost, env, [${installers.map(String).join(",\n")}])`;
}
