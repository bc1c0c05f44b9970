import type { DesktopSession } from "../session/desktop-session.ts";
import { type Command, CommandError } from "./command.ts";

/** `browser open|close|state`: opens and closes the browser that is kept on the screen, and says which it is to be. */
export const browser =
  (session: Pick<DesktopSession, "openBrowser" | "closeBrowser" | "wantsBrowser">): Command =>
  async ({ args: [verb], print }) => {
    if (verb === "open") session.openBrowser();
    else if (verb === "close") await session.closeBrowser();
    else if (verb === "state") await print(session.wantsBrowser ? "open\n" : "closed\n");
    else throw new CommandError("usage: browser open|close|state");
  };
