import type { KeptBrowser } from "../session/kept-browser.ts";
import { type Command, CommandError } from "./command.ts";

/**
 * `browser open|close|reset|state`: opens or closes the browser on the screen, restores its state at the start of the
 * screen after a close, or prints the wanted state.
 */
export const browser =
  (kept: Pick<KeptBrowser, "open" | "close" | "reset" | "isWanted">): Command =>
  async ({ args: [verb], print }) => {
    if (verb === "open") kept.open();
    else if (verb === "close") await kept.close();
    else if (verb === "reset") kept.reset();
    else if (verb === "state") await print(kept.isWanted ? "open\n" : "closed\n");
    else throw new CommandError("usage: browser open|close|reset|state");
  };
