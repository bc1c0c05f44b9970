import { afterAll, beforeAll, expect, test } from "vitest";
import { PAGES } from "../apps/web/src/console/parts/pages.ts";
import { allowAxe, expectNoProblems } from "./support/axe.ts";
import { openBrowser, signInAs, type TestBrowser } from "./support/browser.ts";
import { provideServer } from "./support/fixtures.ts";
import { furnish, OVERLAYS, SCREENS, show, TEAM_SCREENS } from "./support/screens.ts";

const server = provideServer();
let browser: TestBrowser;
let sandboxId = "";

beforeAll(async () => {
  sandboxId = await furnish(server(), "ada");
  browser = await openBrowser();
  await allowAxe(browser);
  await signInAs(browser.page, server().origin, "ada");
});
afterAll(() => browser.close());

test("every page of a team has its screen", () => {
  const paths = PAGES.flatMap((page) => (page.access === "team" ? page.paths : []));
  // Pages of one object have their own tests.
  expect(paths.filter((path) => !path.includes("/:")).toSorted()).toEqual(Object.keys(TEAM_SCREENS).toSorted());
});

test.for(Object.keys(SCREENS))("axe finds nothing in either theme on %s", async (path) => {
  await show(browser.page, server().origin, path);
  await expectNoProblems(browser.page);
});

test.for(Object.keys(OVERLAYS))("axe finds nothing in either theme with %s open", async (name) => {
  await show(browser.page, server().origin, name);
  await expectNoProblems(browser.page);
});

test.for(["stream", "shell", "list-files&path=sdcard"])(
  "axe passes on the device's %s page in both themes",
  async (action) => {
    await browser.page.goto("about:blank");
    await browser.page.goto(`${server().origin}/api/v1/proxy/${sandboxId}/#!action=${action}`);
    await browser.page.getByRole("navigation", { name: "Views of the device" }).waitFor();
    await expectNoProblems(browser.page);
  },
);

test("axe passes on the palette without results in both themes", async () => {
  await show(browser.page, server().origin, "the command palette");
  await browser.page.keyboard.type("no such thing");
  await browser.page.getByText("No results for").waitFor();
  await expectNoProblems(browser.page);
});

test("axe passes on the sign-in pages in both themes", async () => {
  const { page } = browser;
  await page.goto(`${server().origin}/login`);
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${server().origin}/login`);
  await page.getByRole("button", { name: "Continue with GitHub" }).waitFor();
  await expectNoProblems(page);
  await page.getByRole("button", { name: /^Use Cases/ }).click();
  await page.getByRole("dialog", { name: "Use Cases" }).waitFor();
  await expectNoProblems(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Continue with GitHub" }).click();
  await page.getByRole("heading", { name: "Who are you?" }).waitFor();
  await expectNoProblems(page);
  await page.goto(`${server().origin}/register`);
  await page.getByLabel("Full name").waitFor();
  await expectNoProblems(page);
});
