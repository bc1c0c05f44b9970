import { type Browser, type BrowserContext, chromium, type Page, type Request } from "playwright-core";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** One person's browser with separate cookies, storage and cache, discarded at the end. */
export interface TestBrowser {
  context: BrowserContext;
  page: Page;
  close(): Promise<void>;
}

/** The Chromium of this worker, with one context per person. It ends with the process. */
let shared: Promise<Browser> | undefined;

const launch = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium-headless-shell",
    headless: true,
    args: FLAGS,
  });

/** Opens a browser for one person in the system's Chromium. */
export async function openBrowser(
  options: { colorScheme?: "light" | "dark"; width?: number; height?: number } = {},
): Promise<TestBrowser> {
  const browser = await (shared ??= launch());
  const context = await browser.newContext({
    colorScheme: options.colorScheme ?? "dark",
    reducedMotion: "reduce",
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    permissions: ["clipboard-read", "clipboard-write"],
  });
  context.setDefaultTimeout(90_000);
  const page = await context.newPage();
  noteRequests(page);
  return { context, page, close: () => context.close() };
}

/** Requests of each page without a response. */
const unanswered = new WeakMap<Page, Set<Request>>();

function noteRequests(page: Page): void {
  const requests = new Set<Request>();
  unanswered.set(page, requests);
  page.on("request", (request) => requests.add(request));
  for (const end of ["requestfinished", "requestfailed"] as const)
    page.on(end as "requestfinished", (request) => void requests.delete(request));
}

/** Number of times that a page must be found idle: a page does not process a response at once. */
const IDLE_LOOKS = 3;

/**
 * Waits until a page sends no more requests and shows no loading state. Half a second without requests (`networkidle`)
 * is not reliable: on a busy machine the next request can take longer.
 */
export async function atRest(page: Page): Promise<void> {
  for (let looks = 0; looks < IDLE_LOOKS;) {
    const isBusy = await page.evaluate(async () => {
      await new Promise<void>((resolve) => requestAnimationFrame(() => requestIdleCallback(() => resolve())));
      return document.querySelector("main") === null || document.querySelector("[aria-busy=true]") !== null;
    });
    looks = !isBusy && unanswered.get(page)?.size === 0 ? looks + 1 : 0;
  }
}

/** Signs in like a person on a server without an OAuth app: by name. */
export async function signInAs(page: Page, origin: string, login: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByLabel("Your name").fill(login);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.waitForURL(`${origin}/sandboxes`);
  await hasTeam(page);
}

/** Signs in with an existing token and opens the list of sandboxes. This takes a second less than clicks. */
export async function useToken(page: Page, origin: string, token: string): Promise<void> {
  await page.route(`${origin}/`, (route) => route.fulfill({ contentType: "text/html", body: "" }), { times: 1 });
  await page.goto(origin);
  await page.evaluate((value) => localStorage.setItem("token", value), token);
  await page.goto(`${origin}/sandboxes`);
  await page.locator("main").waitFor();
  await hasTeam(page);
}

/**
 * Waits until the console knows the user's team. It creates a newcomer's team, so a test that asks the API for the first
 * team before would create another one.
 */
const hasTeam = (page: Page) =>
  page.waitForFunction(() => JSON.parse(localStorage.getItem("auth-storage") ?? "{}").state?.team != null);

/** Enters a name on the local identity provider's page. */
export async function pickName(page: Page, login: string): Promise<void> {
  // The previous page may also have a name field.
  await page.waitForURL("**/local-idp/*/authorize?*");
  await page.getByLabel(/name$/i).fill(login);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Returns the new tab that an action opens. */
export async function newTab(context: BrowserContext, action: () => Promise<void>): Promise<Page> {
  const [tab] = await Promise.all([context.waitForEvent("page"), action()]);
  return tab;
}

/** Returns a short message at the edge of the page. */
export const toast = (page: Page, text: string) => page.getByRole("listitem").getByText(text, { exact: true }).first();

/**
 * Interacts with the page until its code for messages is loaded, before anything fails. The page may not listen yet at
 * the first time.
 */
export async function touch(page: Page): Promise<void> {
  const messages = page.locator("section[aria-live]");
  while ((await messages.count()) === 0) {
    await page.keyboard.press("Shift");
    await messages.waitFor({ state: "attached", timeout: 1_000 }).catch(() => undefined);
  }
}

/**
 * Runs work just before the next request to an address continues. Unlike `page.route` this keeps the browser's cache:
 * cached files remain available without the server.
 */
export async function beforeRequest(page: Page, address: string, work: () => Promise<void>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  session.once("Fetch.requestPaused", ({ requestId }) => {
    const goOn = async () => {
      await work();
      await session.send("Fetch.continueRequest", { requestId });
      // The session stays attached: detaching would reset network emulation such as offline mode.
      await session.send("Fetch.disable");
    };
    void goOn();
  });
  await session.send("Fetch.enable", { patterns: [{ urlPattern: address }] });
}

/** Clears the browser's cache. */
export async function clearCache(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.clearBrowserCache");
  await session.detach();
}

/** Holds back requests to an address until the returned function is called. */
export async function holdBack(page: Page, address: string): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await released;
    await route.continue().catch(() => undefined);
  });
  return async () => {
    release();
    await page.unroute(address);
  };
}
