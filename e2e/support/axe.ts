import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { TestBrowser } from "./browser.ts";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** The content security policy forbids scripts that are not ours, axe among them: this browser does not ask it. */
export async function allowAxe({ context, page }: TestBrowser): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send("Page.setBypassCSP", { enabled: true });
}

/** Resolves when nothing fades in any more: half transparent, text has too little contrast. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // A theme that has just been changed is applied with the first frame, and what fades by it begins with the second.
    await nextFrame();
    for (;;) {
      await nextFrame();
      const passing = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
        .filter(({ playState }) => playState === "running");
      if (passing.length === 0) return;
      await Promise.allSettled(passing.map(({ finished }) => finished));
    }
  });

const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"];

/** What axe finds on the page, as short lines: by all rules of the standards, or by some of them. */
async function problems(page: Page, runOnly: readonly string[]): Promise<string[]> {
  // Rows that load have nothing in them yet that takes the focus.
  await page.locator("td .animate-pulse").first().waitFor({ state: "detached" });
  await settled(page);
  // Compiling it takes longer than most pages take to load.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.addScriptTag({ path: axe });
  const results = await page.evaluate(async (rules) => {
    const { axe: runner } = globalThis as unknown as {
      axe: { run(context: object, options: object): Promise<AxeResults> };
    };
    return runner.run(document, { runOnly: rules, resultTypes: ["violations"], iframes: false });
  }, runOnly);
  return results.violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.html.slice(0, 120)}`),
  );
}

/** Expects that axe finds nothing on the page in the dark theme, and nothing in the light one. */
export async function expectNoProblems(page: Page, where?: string): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await problems(page, STANDARDS);
  await page.emulateMedia({ colorScheme: "light" });
  // A theme changes colours alone.
  const light = await problems(page, ["color-contrast"]);
  expect({ where, dark, light }).toEqual({ where, dark: [], light: [] });
}
