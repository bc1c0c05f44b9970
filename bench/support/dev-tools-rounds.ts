import { chromium, type Page } from "playwright-core";
import { timeMs } from "./figure.ts";

const LONG_CHARS = 16 * 1_048_576;
/** The first connection waits for the start of a browser. */
const START = { timeout: 120_000 };

/** Latencies of a client of a browser's DevTools, in ms. */
export interface DevToolsRounds {
  connect(): Promise<number>;
  /** Round trip of a request to a page. */
  trip(): Promise<number>;
  /** Response of 16 MiB. */
  long(): Promise<number>;
  close(): Promise<void>;
}

/** Connects Playwright to a browser's DevTools, with a separate page. */
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
