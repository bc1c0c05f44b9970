import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";

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
  context.setDefaultTimeout(60_000);
  return { context, page: await context.newPage(), close: () => context.close() };
}

/** Signs in as a person does: the GitHub button, a name at the local identity provider, and back. */
export async function signInAs(page: Page, origin: string, login: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByRole("button", { name: "Continue with GitHub" }).click();
  await pickName(page, login);
  await page.waitForURL(`${origin}/sandboxes`);
}

/** On the local identity provider's page: who one is. */
export async function pickName(page: Page, login: string): Promise<void> {
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
      await session.detach();
    };
    void goOn();
  });
  await session.send("Fetch.enable", { patterns: [{ urlPattern: address }] });
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
