import { z } from "zod";
import { durationBetween } from "./duration.ts";
import { defineEndpoint } from "./endpoint.ts";
import { Empty, SandboxId } from "./fields.ts";
import { BOX_TOKENS, BROWSER_LIMITS } from "./limits.ts";

/**
 * WebSocket for Chrome's DevTools protocol, connected to the browser. Paths below it serve the pages' sockets, and the
 * lists of both over HTTP.
 */
export const devToolsPath = (boxId: string): string => `/api/v1/boxes/${boxId}/browser/cdp`;
/** Query parameter for the token: clients of the protocol can send it nowhere else. */
export const DEV_TOOLS_TOKEN = "token";

const TabId = z.string().min(1).max(64).describe("Id from the list of tabs");
const Url = z
  .string()
  .max(BROWSER_LIMITS.urlChars)
  .refine((url) => URL.canParse(url), 'must be a whole URL, such as "https://example.com/"');

/** A tab, as shown on the box's own screen. */
export const BrowserTab = z.object({
  id: z.string(),
  active: z.boolean().describe("Whether it is the active tab"),
  favicon: z.string().describe("Address of its icon; empty: none"),
  loading: z.boolean().describe("Whether it is still loading or not responding"),
  title: z.string(),
  url: z.string(),
});
export type BrowserTab = z.infer<typeof BrowserTab>;

const call = {
  access: "session-or-api-key",
  tag: "box-browser",
  right: "browser",
  params: z.object({ boxId: SandboxId }),
  // The browser may need up to a minute to start.
  timeoutMs: 90_000,
} as const;
const drive = { ...call, scope: "drive", changesState: false } as const;
const ofTab = { ...drive, params: z.object({ boxId: SandboxId, tabId: TabId }) } as const;

export const createDevToolsUrl = defineEndpoint({
  ...call,
  scope: "drive",
  method: "POST",
  name: "createDevToolsUrl",
  path: "/api/v1/boxes/{boxId}/browser/connect-url/cdp",
  summary: "Get a temporary address for Playwright, Puppeteer and other clients of Chrome's DevTools",
  description: "The address is valid for `expiresIn`",
  body: z
    .strictObject({
      expiresIn: durationBetween(BOX_TOKENS.lifetime.minMs, BOX_TOKENS.lifetime.maxMs, "120m").optional(),
    })
    .default({}),
  response: z.string().describe("WebSocket address; with http instead of ws, the address of the lists"),
});

export const openBrowser = defineEndpoint({
  ...call,
  scope: "drive",
  method: "POST",
  name: "openBrowser",
  path: "/api/v1/boxes/{boxId}/browser/open",
  summary: "Open the browser if it is closed, and arrange its window",
  description: "Returns a temporary address for Playwright, Puppeteer and other clients",
  body: z
    .strictObject({
      maximize: z.boolean().optional().describe("Fill the screen with its window; overrides `size`"),
      showControls: z.boolean().optional().describe("false is rejected: its window keeps its buttons"),
      size: z
        .string()
        .regex(/^[1-9]\d{1,3}x[1-9]\d{1,3}$/, "must be <width>x<height> in pixels")
        .optional(),
    })
    .default({}),
  response: z.object({ cdpUrl: z.string().describe("As returned by connect-url/cdp") }),
});

export const closeBrowser = defineEndpoint({
  ...drive,
  method: "DELETE",
  name: "closeBrowser",
  path: "/api/v1/boxes/{boxId}/browser/close",
  summary: "Close the browser until it is opened again",
  response: Empty,
});

export const listBrowserTabs = defineEndpoint({
  ...call,
  method: "GET",
  name: "listBrowserTabs",
  path: "/api/v1/boxes/{boxId}/browser/tabs",
  summary: `List the tabs, active tab first; at most ${BROWSER_LIMITS.tabs}`,
  response: z.object({ data: z.array(BrowserTab) }),
  errors: ["browser_closed"],
});

export const openBrowserTab = defineEndpoint({
  ...drive,
  method: "POST",
  name: "openBrowserTab",
  path: "/api/v1/boxes/{boxId}/browser/tabs",
  summary: "Open a page in a new tab, and wait for its content",
  body: z.strictObject({ url: Url }),
  response: BrowserTab,
  errors: ["browser_closed", "page_failed"],
});

export const updateBrowserTab = defineEndpoint({
  ...ofTab,
  method: "PUT",
  name: "updateBrowserTab",
  path: "/api/v1/boxes/{boxId}/browser/tabs/{tabId}",
  summary: "Navigate a tab to another page, and wait for its content",
  body: z.strictObject({ url: Url }),
  response: BrowserTab,
  errors: ["browser_closed", "page_failed", "tab_not_found"],
});

export const switchBrowserTab = defineEndpoint({
  ...ofTab,
  method: "POST",
  name: "switchBrowserTab",
  path: "/api/v1/boxes/{boxId}/browser/tabs/{tabId}/switch",
  summary: "Bring a tab to the front",
  response: BrowserTab,
  errors: ["browser_closed", "tab_not_found"],
});

export const closeBrowserTab = defineEndpoint({
  ...ofTab,
  method: "DELETE",
  name: "closeBrowserTab",
  path: "/api/v1/boxes/{boxId}/browser/tabs/{tabId}",
  summary: "Close a tab; the browser restarts after the last one",
  response: z.object({ message: z.string() }),
  errors: ["browser_closed", "tab_not_found"],
});
