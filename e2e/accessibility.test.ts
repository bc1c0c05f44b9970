import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createBox } from "./support/api.ts";
import { allowAxe, problems } from "./support/axe.ts";
import { openBrowser, signInAs, type TestBrowser } from "./support/browser.ts";
import { provideServer } from "./support/fixtures.ts";
import { signIn } from "./support/server.ts";

const server = provideServer();
let sandboxId = "";

beforeAll(async () => {
  const token = await signIn(server().origin, "ada");
  sandboxId = (await createBox(server().origin, token, { labels: { task: "checkout" } })).id;
});

describe.each(["light", "dark"] as const)("in the %s theme axe finds nothing", (colorScheme) => {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await openBrowser({ colorScheme });
    await allowAxe(browser);
    await signInAs(browser.page, server().origin, "ada");
  });
  afterAll(() => browser.close());

  const screens = {
    "/sandboxes": (page: Page) => page.getByText("Running").first().waitFor(),
    "/templates": (page: Page) => page.getByText("tpl_phone").first().waitFor(),
    "/api-keys": (page: Page) => page.getByText("key1").first().waitFor(),
    "/playground": (page: Page) => page.locator(".monaco-editor .view-line").first().waitFor(),
    "/team": (page: Page) => page.getByText("No invite links").waitFor(),
    "/audit": (page: Page) => page.getByText("Done").first().waitFor(),
    "/usage": (page: Page) => page.locator("svg text").first().waitFor(),
    "/usage?view=table": (page: Page) => page.getByText("Total").waitFor(),
    "/budget": (page: Page) => page.getByText("used this month").waitFor(),
    "/billing": (page: Page) => page.getByText("Current plan").waitFor(),
    "/account": (page: Page) => page.getByText("Profile Information").waitFor(),
    "/invite-code": (page: Page) => page.getByRole("button", { name: "Verify" }).waitFor(),
    "/no-such-page": (page: Page) => page.getByText("Oops! Page not found").waitFor(),
  };

  test.for(Object.entries(screens))("on %s", async ([path, ready]) => {
    await browser.page.goto(`${server().origin}${path}`);
    await ready(browser.page);
    expect(await problems(browser.page)).toEqual([]);
  });

  test.for(["stream", "shell", "list-files&path=sdcard"])("on the device's %s page", async (action) => {
    await browser.page.goto("about:blank");
    await browser.page.goto(`${server().origin}/api/v1/proxy/${sandboxId}/#!action=${action}`);
    await browser.page.getByRole("navigation", { name: "Views of the device" }).waitFor();
    expect(await problems(browser.page)).toEqual([]);
  });

  test("in the dialogs", async () => {
    const { page } = browser;
    await page.goto(`${server().origin}/sandboxes`);
    await page.getByRole("button", { name: "New Sandbox" }).first().click();
    await page.getByRole("dialog").getByText("Tablet").waitFor();
    await page.getByRole("dialog").getByText("From code").click();
    expect(await problems(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Delete" }).first().click();
    await page.getByRole("dialog", { name: "Confirm Delete" }).waitFor();
    expect(await problems(page)).toEqual([]);
  });

  test("with rows selected and in the palette", async () => {
    const { page } = browser;
    await page.goto(`${server().origin}/sandboxes`);
    await page.getByText("Running").first().waitFor();
    await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    await page.getByRole("region", { name: "Selection" }).waitFor();
    expect(await problems(page)).toEqual([]);
    await page.getByRole("region", { name: "Selection" }).getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog", { name: "Confirm Delete" }).waitFor();
    expect(await problems(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Command palette" }).getByRole("option").first().waitFor();
    expect(await problems(page)).toEqual([]);
    await page.keyboard.type("no such thing");
    await page.getByText("Nothing is called").waitFor();
    expect(await problems(page)).toEqual([]);
    await page.keyboard.press("Escape");
  });

  test.for([
    ["/team", "Create Invite Link"],
    ["/team", "Disband Team"],
    ["/account", "Delete Account"],
  ])("on %s in the dialog of %s", async ([path, name]) => {
    await browser.page.goto(`${server().origin}${path}`);
    await browser.page.getByRole("button", { name }).click();
    await browser.page.getByRole("dialog").waitFor();
    expect(await problems(browser.page)).toEqual([]);
  });

  test("in the dialog with the contact", async () => {
    const { page } = browser;
    await page.goto(`${server().origin}/sandboxes`);
    await page.getByRole("button", { name: /User menu/ }).click();
    await page.getByRole("menuitem", { name: "Get Invite Code" }).click();
    await page.getByRole("dialog", { name: "Get Invite Code" }).getByRole("img").waitFor();
    expect(await problems(page)).toEqual([]);
  });

  test("on the sign-in pages", async () => {
    const { page } = browser;
    await page.goto(`${server().origin}/login`);
    await page.evaluate(() => localStorage.clear());
    await page.goto(`${server().origin}/login`);
    await page.getByRole("button", { name: "Continue with GitHub" }).waitFor();
    expect(await problems(page)).toEqual([]);
    await page.getByRole("button", { name: "Continue with GitHub" }).click();
    await page.getByRole("heading", { name: "Who are you?" }).waitFor();
    expect(await problems(page)).toEqual([]);
    await page.goto(`${server().origin}/register`);
    await page.getByLabel("Full name").waitFor();
    expect(await problems(page)).toEqual([]);
  });
});
