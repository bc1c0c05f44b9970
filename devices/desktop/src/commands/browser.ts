import type { KeptBrowser } from "../session/kept-browser.ts";
import { type Command, CommandError } from "./command.ts";

/** `browser open|close|state`: opens or closes the browser on the screen, or prints the wanted state. */
export const browser =
  (kept: Pick<KeptBrowser, "open" | "close" | "isWanted">): Command =>
  async ({ args: [verb], print }) => {
    if (verb === "open") kept.open();
    else if (verb === "close") await kept.close();
    else if (verb === "state") await print(kept.isWanted ? "open\n" : "closed\n");
    else throw new CommandError("usage: browser open|close|state");
  };
