import type { Command } from "@commander-js/extra-typings";
import { createDevToolsUrl } from "@terrarium/contract/box-browser";
import { printJson } from "../output/print.ts";
import { connect } from "../settings/connect.ts";
import { given, readDuration } from "./given.ts";
import { leaf } from "./leaf.ts";

export function addCdpCommand(program: Command): void {
  leaf(program, "cdp <box>", "print an address for Playwright, Puppeteer and others to control the box's browser")
    .option("--expires-in <duration>", "lifetime of the address, such as 30m; default: 2h", readDuration)
    .action(async (boxId, options) => {
      const { http } = await connect(options);
      const { expiresIn } = options;
      const cdpUrl = await http.call(createDevToolsUrl, { params: { boxId }, body: given({ expiresIn }) });
      if (options.output === "json") printJson({ cdpUrl });
      else process.stdout.write(`${cdpUrl}\n`);
    });
}
