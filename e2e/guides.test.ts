import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EXAMPLES } from "../apps/web/src/console/pages/guides/examples.ts";
import { type Guide, GUIDES } from "../apps/web/src/console/pages/guides/guides.ts";
import { createLinuxMachine } from "../packages/device-providers/src/embedded/linux-machine.ts";
import { describeWhere } from "../packages/platform/src/testing/describe-where.ts";
import { apiKeyOf } from "./support/api.ts";
import { allowAxe, expectNoProblems } from "./support/axe.ts";
import { openBrowser } from "./support/browser.ts";
import { provideServer } from "./support/fixtures.ts";
import { signIn } from "./support/server.ts";

const LINES = 5;
const MOST_PICTURE_BYTES = 60 * 1024;
const WIDTHS = [1440, 390];
const THEMES = ["light", "dark"] as const;
const TITLES: Record<Guide, string> = {
  sandbox: "Sandbox",
  browser: "Browser",
  desktop: "Desktop",
  android: "Android/iOS",
  mcp: "MCP",
};
/** Output of each example, and the kind of its box where not every machine supports it. */
const RUNS: Record<Guide, { prints: RegExp; kind?: "linux" | "browser" | "desktop" }> = {
  sandbox: { prints: /^6\n\n$/, kind: "linux" },
  browser: { prints: /Order/, kind: "browser" },
  desktop: { prints: /^data:image\/png;base64,/, kind: "desktop" },
  android: { prints: /^$/ },
  mcp: { prints: /'devices'.*'observe'.*'act'.*'shell'.*'files'/s },
};

const server = provideServer();
const run = promisify(execFile);
let apiKey = "";
let folder = "";

beforeAll(async () => {
  apiKey = await apiKeyOf(server().origin, await signIn(server().origin, "ada"));
  folder = mkdtempSync(path.join(tmpdir(), "terrarium-guides-"));
  writeFileSync(path.join(folder, "package.json"), '{"type":"module"}');
  await run("npm", ["install", "--no-audit", "--no-fund", `${server().origin}/terrarium-sdk.tgz`], { cwd: folder });
  // Stands for the package from a registry.
  mkdirSync(path.join(folder, "node_modules/@modelcontextprotocol"), { recursive: true });
  const client = "node_modules/@modelcontextprotocol/client";
  symlinkSync(path.resolve(client), path.join(folder, client));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the sign-in cards open guides that link to each other", async () => {
  const browser = await openBrowser();
  const { page } = browser;
  await page.goto(`${server().origin}/login`);
  for (const guide of GUIDES) {
    const name = `Quickstart: ${TITLES[guide]}`;
    expect(await page.getByRole("link", { name }).getAttribute("href")).toBe(`/guides/${guide}`);
  }
  await page.getByRole("link", { name: "Quickstart: Browser" }).click();
  await page.getByRole("heading", { name: "Browser", level: 1 }).waitFor();
  expect(await page.getByLabel("the example", { exact: true }).textContent()).toBe(EXAMPLES.browser);
  await page.getByRole("navigation").getByRole("link", { name: "Desktop" }).click();
  await page.getByRole("heading", { name: "Desktop", level: 1 }).waitFor();
  await expect.poll(() => page.title()).toBe("Desktop · Terrarium");
  await page.getByRole("link", { name: "Get started" }).click();
  await page.waitForURL("**/login");
  await browser.close();
});

test.for(GUIDES.flatMap((guide) => WIDTHS.map((width) => ({ guide, width }))))(
  "the page of $guide has its picture in both themes, fits into $width pixels with no button over its code, and axe finds nothing",
  async ({ guide, width }) => {
    const browser = await openBrowser({ width });
    const { page } = browser;
    await allowAxe(browser);
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.goto(`${server().origin}/guides/${guide}`);
      const picture = page.locator("article img");
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1200);
      expect(await picture.getAttribute("src")).toBe(`/guides/${guide}-${colorScheme}.webp`);
      expect(statSync(`apps/web/public/guides/${guide}-${colorScheme}.webp`).size).toBeLessThan(MOST_PICTURE_BYTES);
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(await overflow()).toBeLessThanOrEqual(0);
      expect(await coveredCode(page)).toEqual([]);
      await expectNoProblems(page);
    }
    await browser.close();
  },
);

/** Returns code that a copy button covers. */
const coveredCode = (page: Page): Promise<string[]> =>
  page.locator("pre").evaluateAll((all) =>
    all.flatMap((code) => {
      const button = code.parentElement?.querySelector("button")?.getBoundingClientRect();
      return button && code.getBoundingClientRect().right <= button.left ? [] : [code.textContent];
    }),
  );

const machine = createLinuxMachine({ log: { warn: () => undefined } });
for (const guide of GUIDES) {
  const { kind, prints } = RUNS[guide];
  const [missing] = kind === undefined ? [] : await machine.missingFor(kind, process.execPath);
  describeWhere(missing, `the page of ${guide}`, () => {
    test("its five lines run unchanged", async () => {
      expect(EXAMPLES[guide].split("\n")).toHaveLength(LINES);
      const program = path.join(folder, `${guide}.ts`);
      writeFileSync(program, EXAMPLES[guide]);
      const env = { ...process.env, TERRARIUM_API_KEY: apiKey, TERRARIUM_BASE_URL: server().origin };
      const { stdout } = await run(process.execPath, [program], { cwd: folder, env, maxBuffer: 2 ** 25 });
      expect(stdout).toMatch(prints);
    });
  });
}
