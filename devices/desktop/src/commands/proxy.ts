import type { KeptProxy } from "../network/kept-proxy.ts";
import { UserProxy } from "../network/user-proxy.ts";
import { type Command, CommandError } from "./command.ts";

/**
 * `proxy get|set JSON|clear`: the HTTP proxy for the sandbox's outbound traffic. `get` prints an empty line if there is
 * none.
 */
export const proxyCommand =
  (proxy: KeptProxy): Command =>
  async ({ args: [verb, json = ""], print }) => {
    if (verb === "get") await print(`${proxy.current ? JSON.stringify(proxy.current) : ""}\n`);
    else if (verb === "clear") await proxy.use(undefined);
    else if (verb === "set") await proxy.use(parse(json));
    else throw new CommandError("usage: proxy get|set JSON|clear");
  };

function parse(json: string): UserProxy {
  try {
    return UserProxy.parse(JSON.parse(json));
  } catch (error) {
    throw new CommandError(`proxy: ${error instanceof Error ? error.message : String(error)}`);
  }
}
