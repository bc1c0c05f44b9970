import type { PageState } from "@terrarium/devtools/load-page";
import type { KeptBrowser } from "../session/kept-browser.ts";
import type { Command } from "./command.ts";
import type { PageWish } from "./open-page.ts";

const NEW_TAB = "chrome://newtab/";

/** `browse [URL]`: opens the browser, or a tab if it is open. Programs find this command in the variable `BROWSER`. */
export const browse =
  (browser: Pick<KeptBrowser, "open" | "isWanted">, openPage: (wish: PageWish) => Promise<PageState>): Command =>
  async ({ args: [url] }) => {
    const wasOpen = browser.isWanted;
    browser.open();
    if (url !== undefined || wasOpen) await openPage({ url: url ?? NEW_TAB, newTab: true });
  };
