import type { BrowserTab } from "@terrarium/contract/box-browser";
import { BROWSER_LIMITS } from "@terrarium/contract/limits";
import { DevToolsConnection } from "@terrarium/devtools/connection";
import { RefusedByBrowser } from "@terrarium/devtools/endpoint";
import { loadPage, PageFailed } from "@terrarium/devtools/load-page";
import { AppError } from "@terrarium/platform/base/app-error";
import type { Caller } from "@terrarium/platform/base/caller";
import { z } from "zod";
import type { DeviceAccess } from "../access/device-access.ts";
import { requireBrowser } from "../access/kinds.ts";
import type { DeviceActionService, DoneAction } from "../action-log/service.ts";
import type { DeviceSession, DeviceSessions } from "../device/device-session.ts";
import { runOnDevice } from "../screen/on-screen.ts";
import { arrangeWindow, type WindowWish } from "./browser-window.ts";
import { awaitBrowser, devToolsOf } from "./dev-tools.ts";
import { closeTab, readTab, readTabs, requireTab } from "./tabs.ts";

/**
 * The browser of a sandbox. All methods throw as `requireDevice` does, not_possible without a browser, and
 * device_failed.
 */
export interface BoxBrowserService {
  /** Throws unless the sandbox has a browser that can be controlled now or later. */
  require(caller: Caller, boxId: string): Promise<void>;
  /** Resolves when the browser responds. */
  open(caller: Caller, boxId: string, wish: WindowWish): Promise<void>;
  close(caller: Caller, boxId: string): Promise<void>;
  /** Returns the tabs, the front one first. Throws browser_closed, like all methods below. */
  tabs(caller: Caller, boxId: string): Promise<BrowserTab[]>;
  /** Resolves when the page's content is present, or after a timeout. Throws page_failed. */
  openTab(caller: Caller, boxId: string, url: string): Promise<BrowserTab>;
  /** Like `openTab`. Throws tab_not_found. */
  updateTab(caller: Caller, boxId: string, tabId: string, url: string): Promise<BrowserTab>;
  /** Throws tab_not_found. */
  switchTab(caller: Caller, boxId: string, tabId: string): Promise<BrowserTab>;
  /** Throws tab_not_found. */
  closeTab(caller: Caller, boxId: string, tabId: string): Promise<void>;
}

interface BoxBrowserParts {
  actions: Pick<DeviceActionService, "noting">;
  sandboxes: DeviceAccess;
  devices: Pick<DeviceSessions, "get">;
}

const Created = z.object({ targetId: z.string() });

export function createBoxBrowserService({ actions, sandboxes, devices }: BoxBrowserParts): BoxBrowserService {
  const deviceOf = async (caller: Caller, boxId: string) =>
    requireBrowser(await sandboxes.requireDevice(caller, boxId), "Driving a browser");
  const sessionOf = async (caller: Caller, boxId: string): Promise<DeviceSession> =>
    devices.get(await deviceOf(caller, boxId));

  /** Runs a function with its own connection to the browser. */
  async function using<T>(
    caller: Caller,
    boxId: string,
    work: (browser: DevToolsConnection, session: DeviceSession) => Promise<T>,
  ): Promise<T> {
    const session = await sessionOf(caller, boxId);
    const { webSocketDebuggerUrl } = await awaitBrowser(session, boxId);
    try {
      using browser = await DevToolsConnection.open(devToolsOf(session), webSocketDebuggerUrl);
      return await work(browser, session);
    } catch (error) {
      if (error instanceof AppError) throw error;
      const detail = error instanceof Error ? error.message : String(error);
      throw new AppError("device_failed", { sandboxId: boxId, detail }, { cause: error });
    }
  }

  /** Runs a function with the browser, and records the action. */
  const doing = <T>(
    caller: Caller,
    boxId: string,
    action: DoneAction,
    work: (browser: DevToolsConnection, session: DeviceSession) => Promise<T>,
  ): Promise<T> => actions.noting(caller, boxId, action, () => using(caller, boxId, work));

  const command = async (caller: Caller, boxId: string, verb: "open" | "close"): Promise<void> => {
    const session = await sessionOf(caller, boxId);
    await runOnDevice({ sandboxId: boxId, session }, `browser ${verb}`);
  };

  return {
    require: async (caller, boxId) => void (await deviceOf(caller, boxId)),

    async open(caller, boxId, wish) {
      await actions.noting(caller, boxId, { kind: "browser", detail: "open" }, async () => {
        await command(caller, boxId, "open");
        await using(caller, boxId, (browser, session) => arrangeWindow(browser, session, wish));
      });
    },

    async close(caller, boxId) {
      await actions.noting(caller, boxId, { kind: "browser", detail: "close" }, () => command(caller, boxId, "close"));
    },

    tabs: (caller, boxId) => using(caller, boxId, readTabs),

    openTab: (caller, boxId, url) =>
      doing(caller, boxId, { kind: "tab", detail: url }, async (browser, session) => {
        const { targetId } = await browser.call(Created, "Target.createTarget", { url: "about:blank" });
        try {
          await load(browser, targetId, url);
        } catch (error) {
          await closeTab(browser, session, targetId);
          throw error;
        }
        return readTab(browser, session, targetId);
      }),

    updateTab: (caller, boxId, tabId, url) =>
      doing(caller, boxId, { kind: "tab", detail: url }, async (browser, session) => {
        await requireTab(session, tabId);
        await load(browser, tabId, url);
        return readTab(browser, session, tabId);
      }),

    switchTab: (caller, boxId, tabId) =>
      doing(caller, boxId, { kind: "tab", detail: "switch" }, async (browser, session) => {
        await requireTab(session, tabId);
        await browser.call(z.unknown(), "Target.activateTarget", { targetId: tabId });
        return readTab(browser, session, tabId);
      }),

    async closeTab(caller, boxId, tabId) {
      await doing(caller, boxId, { kind: "tab", detail: "close" }, async (browser, session) => {
        await requireTab(session, tabId);
        try {
          await closeTab(browser, session, tabId);
        } catch (error) {
          // The tab was closed meanwhile.
          if (error instanceof RefusedByBrowser) throw new AppError("tab_not_found", { tabId }, { cause: error });
          throw error;
        }
      });
    },
  };
}

/** Waits for the page's content, or until a timeout. Rejects with page_failed. */
async function load(browser: DevToolsConnection, targetId: string, url: string): Promise<void> {
  try {
    await loadPage(browser, targetId, { url, withinMs: BROWSER_LIMITS.pageMs });
  } catch (error) {
    if (error instanceof PageFailed) throw new AppError("page_failed", { url, detail: error.message });
    throw error;
  }
}
