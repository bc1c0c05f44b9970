import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { provideServer, providePerson } from "./support/fixtures.ts";

const server = provideServer();
const person = providePerson("ada", server);

/** The code of menus and dialogs. */
const LATE = "**/assets/radix-*.js";

/** Opens the sandboxes anew, with the code of menus and dialogs held back; answers how to let it go. */
async function openWithoutLateCode(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(LATE, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`${server().origin}/sandboxes`);
  await page.getByText("No sandboxes found").waitFor();
  return release;
}

const hasFocus = (page: Page, name: string) =>
  page
    .getByRole("button", { name, exact: true })
    .first()
    .evaluate((button) => button === document.activeElement);

test("the first click on a menu opens it, when its code has come", async () => {
  const { page } = person();
  const release = await openWithoutLateCode(page);
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  expect(await page.getByRole("menu").count()).toBe(0);
  release();
  await page.getByRole("menuitemcheckbox", { name: "Started 1h" }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get("started")).toBe("1h");
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("menu").count()).toBe(0);
});

test("the first key on a menu opens it, and the focus comes back", async () => {
  const { page } = person();
  const release = await openWithoutLateCode(page);
  await page.getByRole("button", { name: "Columns", exact: true }).focus();
  await page.keyboard.press("Enter");
  release();
  await page.getByRole("menu").waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => hasFocus(page, "Columns")).toBe(true);
});

test("a button keeps the focus while its menu's code comes", async () => {
  const { page } = person();
  const release = await openWithoutLateCode(page);
  await page.getByRole("button", { name: "Columns", exact: true }).focus();
  await page.keyboard.press("Shift");
  release();
  await page.waitForFunction(() => document.querySelector("[aria-haspopup=menu][data-state]") !== null);
  expect(await hasFocus(page, "Columns")).toBe(true);
});

test("the first click opens a dialog, when its code has come", async () => {
  const { page } = person();
  const release = await openWithoutLateCode(page);
  await page.getByRole("button", { name: "New Sandbox" }).first().click();
  release();
  await page.getByRole("dialog", { name: "New Sandbox" }).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => hasFocus(page, "New Sandbox")).toBe(true);
});

test("how to begin has its room before its code has come", async () => {
  const { page } = person();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/assets/GettingStarted-*.js", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`${server().origin}/sandboxes`);
  await page.getByText("No sandboxes found").waitFor();
  const heightPx = async () => (await page.getByRole("table").boundingBox())?.height ?? 0;
  const before = await heightPx();
  release();
  await page.getByText("It needs an API key of this team.").waitFor();
  expect(Math.abs((await heightPx()) - before)).toBeLessThan(48);
});

test("a page whose code cannot be had is told without names of files, and comes when asked for again", async () => {
  const { page } = person();
  const code = "**/assets/TeamPage-*.js";
  await page.route(code, (route) => route.abort());
  await page.goto(`${server().origin}/sandboxes`);
  await page.getByRole("link", { name: "Team", exact: true }).click();
  await page.getByText("Its code could not be fetched. Reloading helps").waitFor();
  await page.unroute(code);
  await page.getByRole("button", { name: "Reload" }).click();
  await page.getByText("Team Members").waitFor();
});

test("code that cannot be had is told, with what to do", async () => {
  const { page } = person();
  await page.route(LATE, (route) => route.abort());
  await page.goto(`${server().origin}/sandboxes`);
  await page.getByText("No sandboxes found").waitFor();
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  await page.getByRole("heading", { name: "This page could not be shown" }).waitFor();
  await page.unroute(LATE);
  await page.getByRole("button", { name: "Reload" }).click();
  await page.getByText("No sandboxes found").waitFor();
});
