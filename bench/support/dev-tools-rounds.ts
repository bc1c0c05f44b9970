import { chromium, type Page } from "playwright-core";
import { timeMs } from "./figure.ts";

const LONG_CHARS = 16 * 1_048_576;
/** At first it waits for a browser that starts. */
const START = { timeout: 120_000 };

/** What a client of a browser's DevTools waits for, in ms. */
export interface DevToolsRounds {
  connect(): Promise<number>;
  /** A question to a page, there and back. */
  trip(): Promise<number>;
  /** An answer of 16 MiB. */
  long(): Promise<number>;
  close(): Promise<void>;
}

/** Playwright at a browser's DevTools, with a page of its own. */
export async function openRounds(url: string): Promise<DevToolsRounds> {
  const browser = await chromium.connectOverCDP(url, START);
  const [context] = browser.contexts();
  if (!context) throw new Error("the browser has no context");
  const page: Page = await context.newPage();
  await page.evaluate("1");
  return {
    connect: () => timeMs(async () => (await chromium.connectOverCDP(url, START)).close()),
    trip: () => timeMs(() => page.evaluate("1")),
    long: () => timeMs(() => page.evaluate((chars) => "x".repeat(chars), LONG_CHARS)),
    close: () => browser.close(),
  };
}
