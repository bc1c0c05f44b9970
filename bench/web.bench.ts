import { gzipSync } from "node:zlib";
import type { Page, Response } from "playwright-core";
import { firstTeam } from "../e2e/support/api.ts";
import { openBrowser } from "../e2e/support/browser.ts";
import { addEndedSandboxes } from "../e2e/support/past.ts";
import { signIn, startServer } from "../e2e/support/server.ts";
import { type Figure, repeat } from "./support/figure.ts";

const SANDBOXES = 10_000;
const HOUR_MS = 60 * 60_000;
const RUNS = 5;
const ID_PREFIX = "sbx_ended";
/** Occurs in the metadata of some sandboxes of every page. */
const SEARCH = "job-4";
/** Minimum duration of tasks that the Long Tasks API reports. */
const LEAST_LONG_TASK_MS = 50;

interface Visit {
  /** Time from the start of the navigation until the content is shown and no long task runs. */
  interactiveMs: number;
  longestTaskMs: number;
  /** Times from a key press until its effect is painted. */
  keyMs: number[];
}

/**
 * Measures latency in the console, with a new browser for each visit and the real server over the loopback interface.
 */
export async function benchmark(): Promise<Figure[]> {
  const server = await startServer();
  try {
    const token = await signIn(server.origin, "bench");
    const ended = Array.from({ length: SANDBOXES }, (_, index) => new Date(Date.now() - HOUR_MS - index));
    const { id } = await firstTeam(server.origin, token);
    // Inserted, because a benchmark cannot wait for so many devices.
    addEndedSandboxes(server, id, ended, (index) => ({ task: `job-${index % 10}` }));
    const list = `${server.origin}/sandboxes?status=Ended`;
    const loginKb = await scriptKb(`${server.origin}/login`, undefined);
    const listKb = await scriptKb(list, token);
    const visits = await repeat(RUNS, () => visit(list, ID_PREFIX, token));
    return [
      { what: "script on /login, cold, gzip", unit: "kB", values: [loginKb], beside: "goal 100 kB" },
      {
        what: "script on /sandboxes, cold, gzip",
        unit: "kB",
        values: [listKb],
        beside: "goal 150 kB",
      },
      {
        what: "/sandboxes interactive, cold, fresh browser",
        unit: "ms",
        values: visits.map((v) => v.interactiveMs),
        beside: "goal 1,000 ms",
      },
      {
        what: `longest task: load, search, filter, next page (${LEAST_LONG_TASK_MS} stands for less)`,
        unit: "ms",
        values: visits.map((v) => v.longestTaskMs),
        beside: "goal 100 ms",
      },
      {
        what: `key press in the search to paint, team of ${SANDBOXES.toLocaleString("en")} sandboxes`,
        unit: "ms",
        values: visits.flatMap((v) => v.keyMs),
        beside: "goal 50 ms",
      },
    ];
  } finally {
    await server.stop();
  }
}

/** Returns the size of the scripts of a first screen with an empty cache, in kB with the best gzip compression. */
async function scriptKb(url: string, token: string | undefined): Promise<number> {
  const browser = await openBrowser();
  const { page } = browser;
  try {
    const scripts: Response[] = [];
    page.on("response", (response) => {
      if (response.request().resourceType() === "script") scripts.push(response);
    });
    await page.addInitScript(watch, token);
    // With data saving the console prefetches no code.
    await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
    await page.goto(url, { waitUntil: "networkidle" });
    return (await Promise.all(scripts.map(gzipBytes))).reduce((sum, bytes) => sum + bytes, 0) / 1_000;
  } finally {
    await browser.close();
  }
}

/** Opens a page with an empty cache as the user of a token, and then uses it. */
async function visit(url: string, text: string, token: string): Promise<Visit> {
  const browser = await openBrowser();
  const { page } = browser;
  try {
    await page.addInitScript(watch, token);
    await page.goto(url, { waitUntil: "commit" });
    await page.waitForFunction((wanted) => document.body?.innerText.includes(wanted), text);
    const interactiveMs = await page.evaluate(() => Math.max(performance.now(), window.bench.lastTaskEndMs));
    await page.waitForLoadState("networkidle");
    await use(page);
    const { longestTaskMs, keyMs } = await page.evaluate(() => window.bench);
    return { interactiveMs, longestTaskMs: Math.max(longestTaskMs, LEAST_LONG_TASK_MS), keyMs };
  } finally {
    await browser.close();
  }
}

async function gzipBytes(response: Response): Promise<number> {
  const encoding = await response.headerValue("content-encoding");
  const body = await response.body();
  if (body.length > 1_000 && encoding !== "br" && encoding !== "gzip")
    throw new Error(`${response.url()} was sent without compression`);
  return gzipSync(body, { level: 9 }).length;
}

/** Searches, filters and turns the page. */
async function use(page: Page): Promise<void> {
  const search = page.getByLabel("Find a sandbox...");
  await search.click();
  await search.pressSequentially(SEARCH);
  await page.getByText(SEARCH).first().waitFor();
  await search.press("Escape");
  await page.getByRole("button", { name: /^Filters/ }).click();
  await page.getByRole("menuitemcheckbox").first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Next" }).click();
  await page.waitForLoadState("networkidle");
}

declare global {
  interface Window {
    bench: { longestTaskMs: number; lastTaskEndMs: number; keyMs: number[] };
  }
}

/** Runs in the page before its own scripts. */
function watch(token: string | undefined): void {
  if (token !== undefined) localStorage.setItem("token", token);
  window.bench = { longestTaskMs: 0, lastTaskEndMs: 0, keyMs: [] };
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      window.bench.longestTaskMs = Math.max(window.bench.longestTaskMs, duration);
      window.bench.lastTaskEndMs = startTime + duration;
    }
  }).observe({ type: "longtask", buffered: true });
  const painted = ({ timeStamp, target }: KeyboardEvent) => {
    if (!(target instanceof HTMLInputElement)) return;
    // A frame's callback runs before painting; a task posted there runs after it.
    requestAnimationFrame(() => setTimeout(() => window.bench.keyMs.push(performance.now() - timeStamp)));
  };
  window.addEventListener("keydown", painted, { capture: true });
}
