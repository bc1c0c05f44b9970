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

/** One person's browser: cookies, storage and cache of its own, thrown away at the end. */
export interface TestBrowser {
  context: BrowserContext;
  page: Page;
  close(): Promise<void>;
}

/** The Chromium of this worker, in which every person has a context; it ends with the process. */
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

/** What each page has asked for and was not answered yet. */
const unanswered = new WeakMap<Page, Set<Request>>();

function noteRequests(page: Page): void {
  const requests = new Set<Request>();
  unanswered.set(page, requests);
  page.on("request", (request) => requests.add(request));
  for (const end of ["requestfinished", "requestfailed"] as const)
    page.on(end as "requestfinished", (request) => void requests.delete(request));
}

/** How often a page has to be found idle: an answer that has come is not taken up in the same moment. */
const IDLE_LOOKS = 3;

/**
 * Waits until a page asks for nothing more by itself, and says that it waits for nothing. Half a second without a request does not tell (`networkidle`): on a
 * busy machine it takes longer to make of one answer the next request.
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

/** Signs in as a person does: the GitHub button, a name at the local identity provider, and back. */
export async function signInAs(page: Page, origin: string, login: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByRole("button", { name: "Continue with GitHub" }).click();
  await pickName(page, login);
  await page.waitForURL(`${origin}/sandboxes`);
}

/** Is signed in with a token that was had without a browser, and on the list of sandboxes: a second less than by clicks. */
export async function useToken(page: Page, origin: string, token: string): Promise<void> {
  await page.route(`${origin}/`, (route) => route.fulfill({ contentType: "text/html", body: "" }), { times: 1 });
  await page.goto(origin);
  await page.evaluate((value) => localStorage.setItem("token", value), token);
  await page.goto(`${origin}/sandboxes`);
  await page.locator("main").waitFor();
}

/** On the local identity provider's page: who one is. */
export async function pickName(page: Page, login: string): Promise<void> {
  // The page from which one is sent there may have a name to fill in as well.
  await page.waitForURL("**/local-idp/*/authorize?*");
  await page.getByLabel(/name$/i).fill(login);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** What a new tab shows that an action opens. */
export async function newTab(context: BrowserContext, action: () => Promise<void>): Promise<Page> {
  const [tab] = await Promise.all([context.waitForEvent("page"), action()]);
  return tab;
}

/** A short message at the edge of the page. */
export const toast = (page: Page, text: string) => page.getByRole("listitem").getByText(text, { exact: true }).first();

/** Uses the page, as a person does before anything fails: its code for messages is then there. */
export async function touch(page: Page): Promise<void> {
  await page.keyboard.press("Shift");
  await page.locator("section[aria-live]").waitFor({ state: "attached" });
}

/**
 * Does some work just before the next request to an address goes on. Unlike `page.route` this leaves the browser its
 * cache: what it has fetched before, it has when the server is gone.
 */
export async function beforeRequest(page: Page, address: string, work: () => Promise<void>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  session.once("Fetch.requestPaused", ({ requestId }) => {
    const goOn = async () => {
      await work();
      await session.send("Fetch.continueRequest", { requestId });
      // Not detached: what the page was told of its network, such as being offline, would go with the session.
      await session.send("Fetch.disable");
    };
    void goOn();
  });
  await session.send("Fetch.enable", { patterns: [{ urlPattern: address }] });
}

/** Forgets what the browser keeps of files that it has fetched. */
export async function clearCache(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.clearBrowserCache");
  await session.detach();
}

/** Holds calls to an address back, until the function that is returned lets them go on. */
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
