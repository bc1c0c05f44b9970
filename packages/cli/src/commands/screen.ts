import { spawn } from "node:child_process";
import type { Command } from "@commander-js/extra-typings";
import { createLiveViewUrl } from "@terrarium/contract/box-links";
import { BOX_RIGHTS, type BoxRight } from "@terrarium/contract/box-rights";
import { printJson } from "../output/print.ts";
import { recordScreen } from "../screen-recording.ts";
import { connect } from "../settings/connect.ts";
import { readDuration, readSomeOf } from "./given.ts";
import { leaf } from "./leaf.ts";

/** Rights that a link can grant in addition to the screen. A shell includes all of them. */
const ALLOWED = BOX_RIGHTS.filter((right) => right !== "view");

export function addScreenCommand(program: Command): void {
  leaf(program, "screen <box>", "open the live screen in a browser, with a link to share")
    .option("--expires-in <duration>", "lifetime of the link", readDuration)
    .option(
      "--allow <rights>",
      `additional rights of people with the link: some of ${ALLOWED.join(",")}`,
      readSomeOf(ALLOWED),
    )
    .option("--no-open", "print the link only")
    .option("--record <file>", "record the screen to an MP4 file until Ctrl-C, instead of a link")
    .action(async (boxId, { allow = [], expiresIn, ...options }) => {
      const { http } = await connect(options);
      if (options.record !== undefined) return recordScreen(http, boxId, options.record, process);
      const rights: BoxRight[] = ["view", ...allow];
      const body = { rights, ...(expiresIn === undefined ? {} : { expiresIn }) };
      const links = await http.call(createLiveViewUrl, { params: { boxId }, body });
      if (options.output === "json") printJson(links);
      else process.stdout.write(`${links.url}\n`);
      if (options.open && process.stdout.isTTY) openInBrowser(links.url);
    });
}

/** Opens an address in the browser, if there is a desktop. The link was printed before in any case. */
function openInBrowser(url: string): void {
  const opener = { darwin: "open", win32: "explorer" }[process.platform as string] ?? "xdg-open";
  const child = spawn(opener, [url], { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
}
