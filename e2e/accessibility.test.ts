import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser, signInAs, type TestBrowser } from "./support/browser.ts";
import { provideServer } from "./support/fixtures.ts";
import { furnish, OVERLAYS, SCREENS, show } from "./support/screens.ts";

const server = provideServer();
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
let sandboxId = "";

beforeAll(async () => {
  sandboxId = await furnish(server(), "ada");
});

/** Resolves when nothing fades in any more: half transparent, text has too little contrast. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });

/** What axe finds on the page, as short lines. */
async function problems(page: Page): Promise<string[]> {
  await settled(page);
  await page.addScriptTag({ path: axe });
  const results = await page.evaluate(async () => {
    const { axe: runner } = globalThis as unknown as {
      axe: { run(context: object, options: object): Promise<AxeResults> };
    };
    return runner.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"], iframes: false });
  });
  return results.violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.html.slice(0, 120)}`),
  );
}

describe.each(["light", "dark"] as const)("in the %s theme axe finds nothing", (colorScheme) => {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await openBrowser({ colorScheme });
    // The content security policy forbids scripts that are not ours, axe among them.
    const session = await browser.context.newCDPSession(browser.page);
    await session.send("Page.setBypassCSP", { enabled: true });
    await signInAs(browser.page, server().origin, "ada");
  });
  afterAll(() => browser.close());

  test.for(Object.keys(SCREENS))("on %s", async (path) => {
    await show(browser.page, server().origin, path);
    expect(await problems(browser.page)).toEqual([]);
  });

  test.for(Object.keys(OVERLAYS))("with %s open", async (name) => {
    await show(browser.page, server().origin, name);
    expect(await problems(browser.page)).toEqual([]);
  });

  test.for(["stream", "shell", "list-files&path=sdcard"])("on the device's %s page", async (action) => {
    await browser.page.goto("about:blank");
    await browser.page.goto(`${server().origin}/api/v1/proxy/${sandboxId}/#!action=${action}`);
    await browser.page.getByRole("navigation", { name: "Views of the device" }).waitFor();
    expect(await problems(browser.page)).toEqual([]);
  });

  test("in the palette that finds nothing", async () => {
    await show(browser.page, server().origin, "the command palette");
    await browser.page.keyboard.type("no such thing");
    await browser.page.getByText("Nothing is called").waitFor();
    expect(await problems(browser.page)).toEqual([]);
  });

  test("on the sign-in pages", async () => {
    const { page } = browser;
    await page.goto(`${server().origin}/login`);
    await page.evaluate(() => localStorage.clear());
    await page.goto(`${server().origin}/login`);
    await page.getByRole("button", { name: "Continue with GitHub" }).waitFor();
    expect(await problems(page)).toEqual([]);
    await page.getByRole("button", { name: /^Use Cases/ }).click();
    await page.getByRole("dialog", { name: "Use Cases" }).waitFor();
    expect(await problems(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Continue with GitHub" }).click();
    await page.getByRole("heading", { name: "Who are you?" }).waitFor();
    expect(await problems(page)).toEqual([]);
    await page.goto(`${server().origin}/register`);
    await page.getByLabel("Full name").waitFor();
    expect(await problems(page)).toEqual([]);
  });
});
