import { expect, test } from "vitest";
import { firstTeam } from "./support/api.ts";
import { holdBack } from "./support/browser.ts";
import { providePerson, provideServer } from "./support/fixtures.ts";
import { addEndedSandboxes } from "./support/past.ts";
import { post } from "./support/server.ts";

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
  const pages = {
    Templates: "TEMPLATES",
    Team: "TEAM MANAGEMENT",
    "API Keys": "API KEYS",
    Playground: "PLAYGROUND",
    Sandboxes: "SANDBOXES",
  };
  for (const [link, title] of Object.entries(pages)) {
    await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: link }).click();
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    expect(
      await page
        .getByRole("navigation", { name: "Console" })
        .getByRole("link", { name: link })
        .getAttribute("aria-current"),
    ).toBe("page");
  }
});

test("the user menu and header open marked pages", async () => {
  const { page } = ada();
  const marked = page.getByRole("navigation", { name: "Console" }).locator("[aria-current=page]");
  for (const [entry, title] of Object.entries({ Usage: "USAGE", Billing: "BILLING", Budget: "BUDGET" })) {
    await openUserMenu();
    await page.getByRole("menuitem", { name: entry }).click();
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    await expect.poll(() => marked.allInnerTexts()).toEqual([entry]);
    await openUserMenu();
    expect(await page.getByRole("menuitem", { name: entry }).getAttribute("aria-current")).toBe("page");
    await page.keyboard.press("Escape");
  }
  await page.getByRole("banner").getByRole("link", { name: "Account" }).click();
  await page.getByRole("heading", { level: 1, name: "ACCOUNT" }).waitFor();
  await expect.poll(() => marked.allInnerTexts()).toEqual(["Account"]);
  await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "Team" }).click();
  await expect.poll(() => marked.allInnerTexts()).toEqual(["Team"]);
  await page.getByRole("link", { name: "Audit Log" }).click();
  await page.getByRole("heading", { level: 1, name: "AUDIT LOG" }).waitFor();
  await expect.poll(() => marked.allInnerTexts()).toEqual(["Audit Log"]);
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
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("button", { name: "Open navigation" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Templates" }).click();
  await page.getByRole("heading", { level: 1, name: "TEMPLATES" }).waitFor();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1440, height: 900 });
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
