import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, signInAs, type TestBrowser } from "./support/browser.ts";
import { provideServer } from "./support/fixtures.ts";
import { chooseAction, furnish, OVERLAYS, SCREENS, show } from "./support/screens.ts";
import { post, signIn } from "./support/server.ts";
import { expectInside, resizeForTest } from "./support/viewport.ts";

const server = provideServer();
let browser: TestBrowser;
let sandboxId = "";

/** 77 characters, with and without spaces. */
const NAME = "Bartholomew Featherstonehaugh-Cholmondeley-Marjoribanks de la Mountbatten III";
const TEAM = "T".repeat(77);

beforeAll(async () => {
  const { origin } = server();
  await post(origin, "/api/v1/organization/create_an_organization", { name: TEAM }, await signIn(origin, NAME));
  sandboxId = await furnish(server(), NAME);
  browser = await openBrowser({ width: 360, height: 640 });
  await signInAs(browser.page, server().origin, NAME);
});
afterAll(() => browser.close());

/** Returns controls that cannot be scrolled into view, and elements that make the page scroll sideways. */
const outOfReach = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const name = (element: Element) => element.outerHTML.slice(0, 100);
    const scrolls = (element: Element, axis: "X" | "Y") =>
      /auto|scroll/.test(getComputedStyle(element)[`overflow${axis}`]);
    const isReachable = (control: Element) => {
      const box = control.getBoundingClientRect();
      if (box.width === 0 || !control.checkVisibility({ visibilityProperty: true, opacityProperty: false }))
        return true;
      let isFixed = false;
      let scrollsDown = false;
      for (let parent = control.parentElement; parent !== null; parent = parent.parentElement) {
        if (scrolls(parent, "X") && parent.scrollWidth > parent.clientWidth) return true;
        scrollsDown ||= scrolls(parent, "Y") && parent.scrollHeight > parent.clientHeight;
        isFixed ||= getComputedStyle(parent).position === "fixed";
      }
      const isWide = box.left < -1 || box.right > innerWidth + 1;
      const isTall = isFixed && !scrollsDown && (box.top < -1 || box.bottom > innerHeight + 1);
      return !isWide && !isTall;
    };
    const skip = (control: Element) =>
      control.closest("[inert], [aria-hidden=true], .monaco-editor, .sr-only") !== null ||
      control.matches(".sr-only, [href='#page']");
    const controls = [...document.querySelectorAll("a, button, input, [role^=menuitem], [role=option]")];
    const wide = document.documentElement.scrollWidth - innerWidth;
    return [
      ...[...document.querySelectorAll("[role=dialog], [role=menu]")]
        .filter((overlay) => overlay.scrollWidth > overlay.clientWidth)
        .map((overlay) => `${overlay.getAttribute("role")} scrolls sideways: ${name(overlay)}`),
      ...(wide > 0 ? [`the page is ${wide} px wider than the screen`] : []),
      ...controls.filter((control) => !skip(control) && !isReachable(control)).map(name),
    ];
  });

test.for([...Object.keys(SCREENS), ...Object.keys(OVERLAYS)])(
  "at 360 px everything of %s is reachable",
  async (name) => {
    await show(browser.page, server().origin, name);
    await expect.poll(() => outOfReach(browser.page)).toEqual([]);
  },
);

test.for(["/sandboxes", "/sandboxes?view=wall"])(
  "at 360 px the getting-started parts of %s are reachable",
  async (path) => {
    const newcomer = await openBrowser({ width: 360, height: 640 });
    const { page } = newcomer;
    await signInAs(page, server().origin, "newcomer");
    // The first key shows a command to copy.
    await page.goto(`${server().origin}/api-keys`);
    await page.getByRole("table").getByText("key1").waitFor();
    await page.goto(`${server().origin}${path}`);
    await page.getByText("export TERRARIUM_API_KEY").waitFor();
    expect(await outOfReach(page)).toEqual([]);
    await newcomer.close();
  },
);

test.for(["/team", "/api-keys", "/templates", "/snapshots"])(
  "at 390 px the actions of %s are visible",
  async (path) => {
    const { page } = browser;
    await resizeForTest(page, { width: 390, height: 844 });
    await show(page, server().origin, path);
    for (const table of await page.getByRole("table").all()) {
      const button = table.getByRole("row").last().getByRole("cell").last().getByRole("button").first();
      await expectInside(button);
    }
  },
);

test("at 390 px each webhook event name fits one line", async () => {
  const { page } = browser;
  await resizeForTest(page, { width: 390, height: 844 });
  await show(page, server().origin, "New Webhook");
  const names = page.getByRole("dialog").locator("code");
  const lines = await names.evaluateAll((codes) =>
    codes.map((code) => code.clientHeight / Number.parseFloat(getComputedStyle(code).lineHeight)),
  );
  expect(lines).toEqual([1, 1, 1, 1]);
});

test("an overflowing code line fades and scrolls to its end", async () => {
  const { page } = browser;
  await page.goto(`${server().origin}/sandboxes/${sandboxId}`);
  await chooseAction(page, "Share");
  const code = page.getByRole("dialog").getByLabel("the adb command", { exact: true });
  const fades = () => code.evaluate((pre) => getComputedStyle(pre).maskImage !== "none");
  await expect.poll(fades).toBe(true);
  await code.evaluate((pre) => pre.scrollTo({ left: pre.scrollWidth }));
  await expect.poll(fades).toBe(false);
});

test("a dialog taller than the screen keeps its buttons visible", async () => {
  await show(browser.page, server().origin, "New Sandbox");
  const create = browser.page.getByRole("dialog").getByRole("button", { name: "Create" });
  // Asks Chromium for visibility; nothing is scrolled.
  const isInSight = () =>
    create.evaluate((button) => {
      const { left, right, top, bottom } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    });
  await expect.poll(isInSight).toBe(true);
});

test.for(["stream", "shell", "list-files&path=sdcard"])("at 360 px the device's %s page fits", async (action) => {
  const { page } = browser;
  await page.goto("about:blank");
  await page.goto(`${server().origin}/api/v1/proxy/${sandboxId}/#!action=${action}`);
  await page.getByRole("navigation", { name: "Views of the device" }).waitFor();
  await expect.poll(() => outOfReach(page)).toEqual([]);
});

test("at 360 px the pages before sign-in fit", async () => {
  const { page } = browser;
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${server().origin}/login`);
  await page.getByLabel("Your name").waitFor();
  await expect.poll(() => outOfReach(page)).toEqual([]);
  await page.getByRole("button", { name: /^Use Cases/ }).click();
  await page.getByRole("dialog").waitFor();
  await expect.poll(() => outOfReach(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Continue with GitHub" }).click();
  await page.getByRole("heading", { name: "Who are you?" }).waitFor();
  await expect.poll(() => outOfReach(page)).toEqual([]);
  await page.goto(`${server().origin}/guides/android`);
  await page.getByRole("heading", { name: "Quickstart" }).waitFor();
  await expect.poll(() => outOfReach(page)).toEqual([]);
  await page.goto(`${server().origin}/register`);
  await page.getByLabel("Full name").waitFor();
  await expect.poll(() => outOfReach(page)).toEqual([]);
});
