import { beforeAll, expect, test } from "vitest";
import { createBox, firstTeam, getBox } from "./support/api.ts";
import { openBrowser, useToken } from "./support/browser.ts";
import { providePerson, provideServer } from "./support/fixtures.ts";
import { addPastUsage } from "./support/past.ts";
import { expectInside } from "./support/viewport.ts";

const server = provideServer();
const ada = providePerson("ada", server);
const rows = () => ada().page.getByRole("table", { name: "Sandboxes" }).getByRole("row").filter({ hasText: "sbx_" });
const openList = (query = "") => ada().page.goto(`${server().origin}/sandboxes${query}`);

beforeAll(async () => {
  const { origin } = server();
  await createBox(origin, ada().token, { name: "checkout", templateId: "tpl_small_phone" });
  await createBox(origin, ada().token, { name: "tablet", templateId: "tpl_tablet" });
});

test("each active filter has a chip that removes it", async () => {
  const { page } = ada();
  await openList("?status=Running&memory=1024&started=1h&refresh=off");
  await expect.poll(() => rows().count()).toBe(1);
  const chips = page.getByRole("list", { name: "Active filters" });
  expect(await chips.getByRole("button", { name: /^Remove/ }).allInnerTexts()).toEqual([
    "Started 1h",
    "1024 MB",
    "Running",
  ]);
  await chips.getByRole("button", { name: "Remove the filter 1024 MB" }).click();
  await expect.poll(() => rows().count()).toBe(2);
  expect(new URL(page.url()).search).toBe("?status=Running&started=1h&refresh=off");
  await chips.getByRole("button", { name: "Clear all filters" }).click();
  await chips.waitFor({ state: "detached" });
  expect(new URL(page.url()).search).toBe("?refresh=off");
});

test("saves, opens, renames and deletes a view", async () => {
  const { page } = ada();
  const views = page.getByRole("button", { name: "Views" });
  const choose = async (entry: string) => {
    await views.click();
    await page.getByRole("menuitem", { name: entry }).click();
  };
  await openList("?q=tablet&rows=25&view=wall");
  await choose("Save this view...");
  const dialog = page.getByRole("dialog", { name: "Save View" });
  await dialog.getByText("in this browser, for you and this team").waitFor();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("Enter a name for the view").waitFor();
  await dialog.getByLabel("Name").fill("Tablets");
  await page.keyboard.press("Enter");
  await views.getByText("Tablets").waitFor();

  await openList();
  await views.click();
  await page.getByRole("menuitemcheckbox", { name: "Tablets" }).click();
  await expect.poll(() => new URL(page.url()).search).toBe("?q=tablet&view=wall&rows=25");
  await choose("Rename...");
  await page.getByRole("dialog", { name: "Rename View" }).getByLabel("Name").fill("Large screens");
  await page.keyboard.press("Enter");
  await views.getByText("Large screens").waitFor();

  await page.goto(`${server().origin}/templates`);
  await page.getByRole("heading", { level: 1, name: "TEMPLATES" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Command palette" }).getByRole("combobox").fill("large screens");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/sandboxes?q=tablet&view=wall&rows=25");

  await choose("Delete");
  await page.getByRole("button", { name: "Undo" }).click();
  await views.getByText("Large screens").waitFor();
  // A menu stays open while the message disappears.
  await views.click();
  await page.getByRole("button", { name: "Undo" }).waitFor({ state: "detached" });
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await views.getByText("Views").waitFor();
  await openList();
});

test("lists what each sandbox has cost so far", async () => {
  const { token } = ada();
  const { origin } = server();
  const { id: organizationId } = await firstTeam(origin, token);
  const { id: sandboxId } = await createBox(origin, token, { templateId: "tpl_small_phone" });
  const startedAt = new Date(Date.now() - 2 * 3_600_000);
  addPastUsage(server(), organizationId, [{ sandboxId, cpu: 2, memoryMb: 2_048, startedAt, minutes: 60 }]);
  await openList("?refresh=off");
  await rows()
    .filter({ hasText: sandboxId })
    .getByText(/^\$0\.05\d\d$/)
    .waitFor();
});

test("on a telephone each sandbox is a card of two lines", async () => {
  const browser = await openBrowser({ width: 390, height: 844 });
  const { page } = browser;
  const { origin } = server();
  const { token } = ada();
  const { id } = await createBox(origin, token, { name: "pocket", templateId: "tpl_small_phone", expiresIn: "10m" });
  await useToken(page, origin, token);
  const card = page.getByRole("list", { name: "Sandboxes" }).getByRole("listitem").filter({ hasText: "pocket" });
  for (const text of ["Running", "Small phone", /^ends in \d+ min$/]) await expectInside(card.getByText(text));
  await expectInside(card.getByRole("button", { name: "Actions for pocket" }));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expect.poll(async () => (await card.boundingBox())?.height).toBeLessThan(72);

  await page.getByRole("button", { name: "Sort" }).click();
  await page.getByRole("menuitemcheckbox", { name: "TIME LEFT" }).click();
  await page.waitForURL("**/sandboxes?sort=timeLeft");
  await expect.poll(() => page.getByRole("list", { name: "Sandboxes" }).innerText()).toMatch(/^pocket/);
  await page.keyboard.press("Escape");

  await card.getByRole("checkbox", { name: `Select ${id}` }).check();
  const bar = page.getByRole("region", { name: "Selection" });
  await bar.getByRole("button", { name: "Extend" }).click();
  const leftMs = async () => Date.parse((await getBox(origin, token, id)).expiresAt) - Date.now();
  await expect.poll(leftMs).toBeGreaterThan(30 * 60_000);
  await bar.getByRole("button", { name: "Stop" }).click();
  await card.getByText("Stopped").waitFor();
  await bar.getByRole("button", { name: "Delete pocket" }).click();
  await page.getByRole("dialog", { name: "Confirm Delete" }).getByRole("button", { name: "Delete" }).click();
  await card.waitFor({ state: "detached" });
  await browser.close();
});
