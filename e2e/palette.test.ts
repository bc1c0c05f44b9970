import { beforeEach, expect, test } from "vitest";
import { createBox } from "./support/api.ts";
import { providePerson, provideServer } from "./support/fixtures.ts";

const server = provideServer();
const ada = providePerson("ada", server);

const palette = () => ada().page.getByRole("dialog", { name: "Command palette" });
const field = () => palette().getByRole("combobox");
/** Returns the entry that a screen reader announces as active. */
const activeEntry = () =>
  field().evaluate((input) => document.getElementById(input.getAttribute("aria-activedescendant") ?? "")?.innerText);
const heading = (name: string) => ada().page.getByRole("heading", { level: 1, name });

async function run(search: string): Promise<void> {
  const { page } = ada();
  await page.keyboard.press("Control+k");
  await field().fill(search);
  await page.keyboard.press("Enter");
  await palette().waitFor({ state: "hidden" });
}

beforeEach(() =>
  ada()
    .page.goto(`${server().origin}/templates`)
    .then(() => heading("TEMPLATES").waitFor()),
);

test("opens by keys and button, and returns the focus", async () => {
  const { page } = ada();
  const search = page.getByPlaceholder("Find a template...");
  await search.focus();
  await page.keyboard.press("Control+k");
  await expect.poll(() => field().evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.press("Control+k");
  await palette().waitFor({ state: "hidden" });
  await expect.poll(() => search.evaluate((input) => input === document.activeElement)).toBe(true);
  const button = page.getByRole("button", { name: "Command palette" });
  await button.click();
  await field().waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
});

test("uses ⌘K on Apple computers and leaves Ctrl+K to text", async () => {
  const { context, page } = ada();
  const mac = await context.newPage();
  const session = await context.newCDPSession(mac);
  const userAgent = (await mac.evaluate(() => navigator.userAgent)).replace(
    /\(.*?\)/,
    "(Macintosh; Intel Mac OS X 10_15_7)",
  );
  await session.send("Emulation.setUserAgentOverride", { userAgent });
  await mac.goto(`${server().origin}/templates`);
  await mac.getByRole("button", { name: "Command palette" }).getByText("⌘K").waitFor();
  await mac.getByPlaceholder("Find a template...").press("Control+k");
  await mac.keyboard.press("Meta+k");
  await mac.getByRole("dialog", { name: "Command palette" }).waitFor();
  await mac.close();
  await page.evaluate(() =>
    document.body.dispatchEvent(
      new KeyboardEvent("keydown", { key: "л", code: "KeyK", ctrlKey: true, bubbles: true, cancelable: true }),
    ),
  );
  await field().waitFor();
});

test("arrows move through entries and Enter opens one", async () => {
  const { page } = ada();
  await page.keyboard.press("Control+k");
  await field().fill("go to");
  await expect.poll(() => activeEntry()).toBe("Sandboxes");
  await page.keyboard.press("ArrowUp");
  const last = await activeEntry();
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => activeEntry()).toBe("Sandboxes");
  expect(last).toBe(await palette().getByRole("option").last().innerText());
  await field().fill("bud");
  await expect.poll(() => activeEntry()).toBe("Budget");
  await page.keyboard.press("Enter");
  await heading("BUDGET").waitFor();
});

test("finds a sandbox by metadata and opens its page", async () => {
  const { page, token } = ada();
  const { id } = await createBox(server().origin, token, { labels: { task: "Checkout" } });
  await page.reload();
  await heading("TEMPLATES").waitFor();
  await page.keyboard.press("Control+k");
  await field().fill("checkout");
  await palette().getByRole("option", { name: id }).click();
  await page.waitForURL(`${server().origin}/sandboxes/${id}`);
  await page.getByRole("heading", { name: id }).waitFor();
  await page.getByText("Live", { exact: true }).waitFor();
});

test("New Sandbox opens anywhere and returns the focus", async () => {
  const { page } = ada();
  const search = page.getByPlaceholder("Find a template...");
  await search.focus();
  await run("new sandbox");
  const dialog = page.getByRole("dialog", { name: "New Sandbox" });
  await dialog.getByText("Tablet").waitFor();
  await page.keyboard.press("Control+k");
  await expect.poll(() => palette().count()).toBe(0);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(() => search.evaluate((input) => input === document.activeElement)).toBe(true);
});

test("creates and switches teams, changes the theme, signs out", async () => {
  const { page } = ada();
  const userMenu = page.getByRole("button", { name: /User menu/ });
  await run("create team");
  await page.getByRole("dialog", { name: "Create New Team" }).getByLabel("Team Name").fill("Night shift");
  await page.keyboard.press("Enter");
  await userMenu.getByText("Night shift").waitFor();
  await heading("TEAM MANAGEMENT").waitFor();
  await run("switch ada's");
  await userMenu.getByText("ada's Team").waitFor();

  await run("theme light");
  await expect.poll(() => page.evaluate(() => document.documentElement.className)).toBe("light");

  await run("sign out");
  await page.getByRole("dialog", { name: "Confirm Logout" }).getByRole("button", { name: "Logout" }).click();
  await page.waitForURL("**/login");
});
