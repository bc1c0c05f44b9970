import type { Command } from "@commander-js/extra-typings";
import type { BoxPort } from "@terrarium/contract/box-ports";
import { UsageError } from "../exit-codes.ts";
import { printJson, printRows, tell } from "../output/print.ts";
import type { Column } from "../output/table.ts";
import { connect } from "../settings/connect.ts";
import { given, readCount, readDuration } from "./given.ts";
import { leaf } from "./leaf.ts";

const COLUMNS: Column<BoxPort>[] = [
  { title: "PORT", value: ({ port }) => port },
  { title: "LISTENING", value: ({ listening }) => (listening ? "yes" : "no") },
  { title: "VISIBILITY", value: ({ visibility }) => visibility },
  { title: "URL", value: ({ url, path }) => url ?? path },
];

export function addPortCommand(box: Command): void {
  leaf(box, "port <box> [port]", "list the ports of a box, or print an address that opens one in a browser")
    .option("--public", "let anybody who knows the address reach the port")
    .option("--private", "let only callers with access to the box reach the port")
    .option(
      "--expires-in <duration>",
      "lifetime of the address of a private port, such as 30m; default: 3h",
      readDuration,
    )
    .action(async (boxId, portText, options) => {
      const { boxes } = await connect(options);
      const { public: isPublic, private: isPrivate, expiresIn, output } = options;
      if (isPublic && isPrivate) throw new UsageError("--public and --private exclude each other");
      const { ports } = await boxes.get(boxId);
      if (portText === undefined) {
        if (isPublic || isPrivate) throw new UsageError("--public and --private need a port");
        return printRows(output, COLUMNS, (await ports.list()).data);
      }
      const port = readCount(portText);
      if (isPublic || isPrivate) {
        const visibility = isPublic ? "public" : "private";
        await ports.setVisibility({ port, visibility });
        tell(`port ${port} is ${visibility}`);
        if (isPrivate) return;
      }
      const address = await ports.url({ port, ...given({ expiresIn }) });
      if (output === "json") printJson(address);
      else process.stdout.write(`${address.url}\n`);
    });
}
