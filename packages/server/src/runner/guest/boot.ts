import { installAbort } from "./abort.ts";
import { installConsole } from "./console.ts";
import { installDisposal } from "./disposal.ts";
import { installEncoding } from "./encoding.ts";
import { installEnvironment } from "./environment.ts";
import { installFetch } from "./fetch.ts";
import type { Guest, Primitive } from "./guest.ts";
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
  // Captured, because the script may replace properties of the global object.
  const { parse, stringify } = JSON;
  const handlers = new Map<string, (...args: unknown[]) => unknown>();
  /** Returns an error's text. Empty if it cannot be shown: the script may have changed the functions for that. */
  const describe = (error: unknown): string => {
    try {
      const text: unknown = guest.describe(error);
      if (typeof text === "string") return text;
    } catch {}
    return "";
  };
  const guest = {
    call: (name: string, args: readonly Primitive[], bytes?: ArrayBuffer) => {
      // One by one, because stringify calls toJSON: for a list, the script's Array.prototype.toJSON.
      let list = "";
      for (let at = 0; at < args.length; at += 1) list += (at === 0 ? "" : ",") + stringify(args[at]);
      const answer = rawHost(name, `[${list}]`, bytes);
      return typeof answer === "string" ? (parse(answer) as unknown) : answer;
    },
    on: (name: string, handler: (...args: unknown[]) => unknown) => {
      handlers.set(name, handler);
    },
    describe: String,
    fail: (error: unknown) => guest.call("fail", [describe(error)]),
    watch: (value) => value,
  } as Guest;
  for (const install of installers) install(guest, env);
  return {
    start: (name: string, argsJson: string, bytes?: ArrayBuffer) => {
      handlers.get(name)?.(...(parse(argsJson) as unknown[]), bytes);
    },
    describe: (error: unknown) => stringify(describe(error)),
  };
}

/**
 * Returns source text of a function `(rawHost, env) => ({start, describe})`. `rawHost` returns JSON or an ArrayBuffer;
 * `start(name, argsJson, bytes)` makes a GuestCall; `describe(error)` returns an error's text as JSON.
 */
export function guestSource(): string {
  const installers = [
    installConsole,
    installDisposal,
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
