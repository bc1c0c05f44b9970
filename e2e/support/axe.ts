import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { TestBrowser } from "./browser.ts";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** The content security policy forbids foreign scripts such as axe. This disables it in the browser. */
export async function allowAxe({ context, page }: TestBrowser): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send("Page.setBypassCSP", { enabled: true });
}

/** Resolves when all fades have ended: half-transparent text has too little contrast. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // A changed theme is applied with the first frame, and its fades start with the second.
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

/** Returns axe's findings on the page as short lines, by all standard rules or some of them. */
async function problems(page: Page, runOnly: readonly string[]): Promise<string[]> {
  // Loading rows have no focusable content yet.
  await page.locator("td .animate-pulse").first().waitFor({ state: "detached" });
  await settled(page);
  // Compiling axe takes longer than loading most pages.
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

/** Expects no findings of axe on the page in the dark and the light theme. */
export async function expectNoProblems(page: Page, where?: string): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await problems(page, STANDARDS);
  await page.emulateMedia({ colorScheme: "light" });
  // A theme changes only colours.
  const light = await problems(page, ["color-contrast"]);
  expect({ where, dark, light }).toEqual({ where, dark: [], light: [] });
}
