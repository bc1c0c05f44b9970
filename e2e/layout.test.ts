import { expect, test } from "vitest";
import { firstTeam } from "./support/api.ts";
import { holdBack } from "./support/browser.ts";
import { providePerson, provideServer } from "./support/fixtures.ts";
import { addEndedSandboxes } from "./support/past.ts";
import { TEAM_SCREENS } from "./support/screens.ts";
import { post } from "./support/server.ts";
import { resizeForTest } from "./support/viewport.ts";

const server = provideServer();
const ada = providePerson("ada", server);

const openUserMenu = () =>
  ada()
    .page.getByRole("button", { name: /User menu/ })
    .click();

test("names the first team after its user and switches teams", async () => {
  const { page } = ada();
  await openUserMenu();
  await page.getByRole("menuitem", { name: "Create Team" }).click();
  const dialog = page.getByRole("dialog", { name: "Create New Team" });
  const create = dialog.getByRole("button", { name: "Create" });
  await dialog.getByLabel("Team Name").fill("   ");
  await expect.poll(() => create.isDisabled()).toBe(true);
  await dialog.getByLabel("Team Name").fill("Night shift");
  await create.click();
  await page.getByText("团队创建成功").waitFor();
  await page.waitForURL("**/team");
  await page
    .getByRole("button", { name: /User menu/ })
    .getByText("Night shift")
    .waitFor();

  await openUserMenu();
  expect(await page.getByRole("menuitem", { name: "Night shift" }).isDisabled()).toBe(true);
  await page.getByRole("menuitem", { name: "ada's Team" }).click();
  await page
    .getByRole("button", { name: /User menu/ })
    .getByText("ada's Team")
    .waitFor();
});

test("creating a team on a sandbox page opens the team", async () => {
  const { page, token } = ada();
  const { origin } = server();
  const { id: organizationId } = await firstTeam(origin, token);
  addEndedSandboxes(server(), organizationId, [new Date()]);
  // The page learns that the sandbox belongs to another team before the team's page has loaded.
  const release = await holdBack(page, "**/assets/TeamPage-*.js");
  await page.goto(`${origin}/sandboxes/sbx_ended000`);
  await page.getByRole("button", { name: /^Delete / }).waitFor();
  await openUserMenu();
  await page.getByRole("menuitem", { name: "Create Team" }).click();
  const dialog = page.getByRole("dialog", { name: "Create New Team" });
  await dialog.getByLabel("Team Name").fill("Day shift");
  const asked = page.waitForResponse((response) => response.url().endsWith("/get_sandbox") && response.ok());
  await dialog.getByRole("button", { name: "Create" }).click();
  await Promise.race([asked, page.waitForURL("**/team")]);
  await release();
  await page.getByText("Team Members").waitFor();
  expect(new URL(page.url()).pathname).toBe("/team");
});

test("applies and stores the theme; System follows the computer", async () => {
  const { page } = ada();
  await page.getByRole("button", { name: "Toggle theme" }).click();
  await page.getByRole("menuitemcheckbox", { name: "System" }).click();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect.poll(() => page.evaluate(() => document.documentElement.className)).toContain(colorScheme);
  }
  for (const theme of ["light", "dark"]) {
    await page.getByRole("button", { name: "Toggle theme" }).click();
    await page.getByRole("menuitemcheckbox", { name: new RegExp(theme, "i") }).click();
    await expect.poll(() => page.evaluate(() => document.documentElement.className)).toContain(theme);
    expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe(theme);
  }
  await page.reload();
  expect(await page.evaluate(() => document.documentElement.className)).toContain("dark");
});

test("every sidebar link opens and marks its page", async () => {
  const { page } = ada();
  const links = page.getByRole("navigation", { name: "Console" }).getByRole("link");
  await links.first().waitFor();
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  // The account's page has its link in the header.
  expect(paths.toSorted()).toEqual(
    Object.keys(TEAM_SCREENS)
      .filter((path) => path !== "/account")
      .toSorted(),
  );
  const heading = page.getByRole("heading", { level: 1 });
  const titles = new Set<string>();
  for (const path of [...paths.slice(1), ...paths.slice(0, 1)]) {
    const before = await heading.innerText();
    const link = page.getByRole("navigation", { name: "Console" }).locator(`a[href="${path}"]`);
    await link.click();
    await page.waitForURL(`**${path}`);
    await expect.poll(() => heading.innerText()).not.toBe(before);
    titles.add(await heading.innerText());
    const marked = page.getByRole("navigation", { name: "Console" }).locator("[aria-current=page]");
    expect(await marked.evaluateAll((all) => all.map((each) => each.getAttribute("href")))).toEqual([path]);
  }
  expect(titles.size).toBe(paths.length);
});

test("a page without a link in the sidebar is listed while open", async () => {
  const { page } = ada();
  const marked = page.getByRole("navigation", { name: "Console" }).locator("[aria-current=page]");
  await page.getByRole("banner").getByRole("link", { name: "Account" }).click();
  await page.getByRole("heading", { level: 1, name: "ACCOUNT" }).waitFor();
  await expect.poll(() => marked.allInnerTexts()).toEqual(["Account"]);
  await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "Team" }).click();
  await expect.poll(() => marked.allInnerTexts()).toEqual(["Team"]);
});

test("Get Invite Code names a contact", async () => {
  const { page } = ada();
  await openUserMenu();
  await page.getByRole("menuitem", { name: "Get Invite Code" }).click();
  const dialog = page.getByRole("dialog", { name: "Get Invite Code" });
  await dialog.getByText("Scan the QR code to contact us for an invite code.").waitFor();
  await dialog.getByRole("img", { name: /QR code/ }).waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "detached" });
});

test("on a phone the sidebar is a sheet", async () => {
  const { page } = ada();
  await resizeForTest(page, { width: 360, height: 740 });
  await page.getByRole("button", { name: "Open navigation" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Templates" }).click();
  await page.getByRole("heading", { level: 1, name: "TEMPLATES" }).waitFor();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

test("an offline action fails at once with the reason", async () => {
  const { page, context } = ada();
  await openUserMenu();
  await page.getByRole("menuitem", { name: "Create Team" }).click();
  const dialog = page.getByRole("dialog", { name: "Create New Team" });
  await dialog.getByLabel("Team Name").fill("Nowhere");
  await context.setOffline(true);
  await dialog.getByRole("button", { name: "Create" }).click();
  const failure = page.getByRole("listitem").filter({ hasText: "创建团队失败" });
  await failure.getByText("Network Error: this computer is offline").waitFor();
  expect(await dialog.getByLabel("Team Name").inputValue()).toBe("Nowhere");
  await context.setOffline(false);
  await page.keyboard.press("Escape");
});

test("rejects a team above the limit with the reason", async () => {
  const { page, token } = ada();
  const create = () =>
    post(server().origin, "/api/v1/organization/create_an_organization", { name: "One more" }, token);
  while ((await create()).ok);
  await openUserMenu();
  await page.getByRole("menuitem", { name: "Create Team" }).click();
  await page.getByRole("dialog").getByLabel("Team Name").fill("Too many");
  await page.keyboard.press("Enter");
  const failure = page.getByRole("listitem").filter({ hasText: "创建团队失败" });
  await failure.getByText(/Limit of 50 teams per user reached/).waitFor();
  await page.keyboard.press("Escape");
});
