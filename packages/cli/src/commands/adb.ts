import { once } from "node:events";
import type { Command } from "@commander-js/extra-typings";
import { getAdbConnectAddress } from "@terrarium/contract/box-links";
import { listenForAdb } from "../adb/local-port.ts";
import { UsageError } from "../exit-codes.ts";
import { printJson, tell } from "../output/print.ts";
import { connect } from "../settings/connect.ts";
import { leaf } from "./leaf.ts";

const HIGHEST_PORT = 65_535;

/** Parses a port number. Throws UsageError. */
function toPort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > HIGHEST_PORT) throw new UsageError(`"${text}" is not a port`);
  return port;
}

export function addAdbCommand(program: Command): void {
  leaf(program, "adb <box>", "open a local port for adb and scrcpy to reach the device, until Ctrl-C")
    .option("--port <port>", "default: always the same one for a box; 0: any free port", toPort)
    .action(async (boxId, options) => {
      const { http } = await connect(options);
      const { adb, url } = await http.call(getAdbConnectAddress, { params: { boxId } });
      const port = options.port ?? toPort(adb.slice(adb.lastIndexOf(":") + 1));
      // Uses the address at which this client reaches the server, not the server's own name for itself.
      const { pathname } = new URL(url);
      const server = await listenForAdb(http, { pathname, port, onEnd: (reason) => tell(`closed: ${reason}`) });
      const address = server.address();
      const serial = `127.0.0.1:${typeof address === "object" ? address?.port : port}`;
      if (options.output === "json") printJson({ serial });
      else process.stdout.write(`adb connect ${serial}\nscrcpy -s ${serial}\n`);
      tell("press Ctrl-C to stop");
      await once(server, "close");
    });
}
