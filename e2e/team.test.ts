import { InviteLink } from "@terrarium/contract/invite";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { firstTeam } from "./support/api.ts";
import { holdBack, openBrowser, toast, touch } from "./support/browser.ts";
import { providePerson, provideServer } from "./support/fixtures.ts";
import { post } from "./support/server.ts";

const server = provideServer();
const ada = providePerson("ada", server);
const grace = providePerson("grace", server);
let inviteCode = "";

const members = (page: Page) => page.getByRole("table", { name: "Team Members" });
const rowOf = (page: Page, name: string) => members(page).getByRole("row").filter({ hasText: name });
const roleOf = (page: Page, name: string) =>
  members(page).getByRole("button", { name: new RegExp(`^Role of ${name}`) });
const links = (page: Page) => page.getByRole("table", { name: "Invite Links" });

async function openTeam(page: Page): Promise<void> {
  await page.goto(`${server().origin}/team`);
  await members(page).getByText("you").waitFor();
}
async function switchTo(page: Page, team: string): Promise<void> {
  await page.getByRole("button", { name: /User menu/ }).click();
  await page.getByRole("menuitem", { name: team }).click();
}
async function chooseRole(page: Page, name: string, role: string): Promise<void> {
  await roleOf(page, name).click();
  await page.getByRole("menuitemcheckbox", { name: role }).click();
}

test("the tables have the specified columns", async () => {
  const { page } = ada();
  await openTeam(page);
  const titles = (table: string) =>
    page.getByRole("table", { name: table }).getByRole("columnheader").allTextContents();
  expect(await titles("Team Members")).toEqual(["Member", "Role", "Joined", "Actions"]);
  expect(await titles("Invite Links")).toEqual(["Invite Code", "Created At", "Expires At", "Delete"]);
  await rowOf(page, "ada")
    .getByText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/)
    .waitFor();
});

test("an invite link is valid 1 to 30 days, default 7", async () => {
  const { page } = ada();
  await page.getByRole("button", { name: "Create Invite Link" }).click();
  const dialog = page.getByRole("dialog", { name: "Create Invite Link" });
  const days = dialog.getByLabel("Expires in (days)");
  expect(await days.inputValue()).toBe("7");
  for (const wrong of ["0", "31", "1.5", ""]) {
    await days.fill(wrong);
    await expect.poll(() => dialog.getByRole("button", { name: "Create" }).isDisabled()).toBe(true);
  }
  await days.fill("30");
  await dialog.getByRole("button", { name: "Create" }).click();
  await toast(page, "Invite link created successfully").waitFor();
  await links(page).getByRole("button", { name: "Copy the invite code" }).click();
  await toast(page, "Invite code copied to clipboard").waitFor();
  inviteCode = await page.evaluate(() => navigator.clipboard.readText());
  expect(await links(page).getByRole("row").filter({ hasText: inviteCode }).count()).toBe(1);
});

test("an invite link asks first, then opens its team", async () => {
  const browser = await openBrowser();
  const { page } = browser;
  await page.goto(`${server().origin}/join/${inviteCode}`);
  await page.waitForURL("**/login");
  await page.getByLabel("Your name").fill("guest");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.getByText("You are invited to a team").waitFor();
  await page.getByRole("button", { name: "Join", exact: true }).click();
  await page.waitForURL("**/team");
  await rowOf(page, "guest").getByText("you").waitFor();
  await page.goto(`${server().origin}/join/no-such-code`);
  await page.getByRole("button", { name: "Join", exact: true }).click();
  await page
    .getByRole("alert")
    .getByText(/No invite has this code/)
    .waitFor();
  await page.goto(`${server().origin}/team`);
  await rowOf(page, "guest").getByRole("button", { name: "Leave" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
  await toast(page, "Successfully left organization").waitFor();
  await browser.close();
});

test("another user joins with its code", async () => {
  const { page } = grace();
  await openTeam(page);
  const field = page.getByLabel("Invite code", { exact: true });
  const join = page.getByRole("button", { name: "Join", exact: true });
  expect(await join.isDisabled()).toBe(true);
  await field.fill("no such code");
  await join.click();
  await toast(page, "Failed to join organization").waitFor();
  await field.fill(inviteCode);
  const release = await holdBack(page, "**/join_organization_by_invite_link");
  await join.click();
  await page.getByRole("button", { name: "Joining..." }).waitFor();
  await release();
  await toast(page, "Successfully joined organization").waitFor();
  await expect.poll(() => field.inputValue()).toBe("");
  await switchTo(page, "ada's Team");
  // grace is the only member of her own team.
  await rowOf(page, "ada").waitFor();
  await rowOf(page, "grace").getByText("you").waitFor();
  expect(await members(page).getByRole("row").count()).toBe(3);
});

test("a member cannot change roles, remove, transfer or disband", async () => {
  const { page } = grace();
  await roleOf(page, "ada").click();
  await toast(page, "only owner can change member role").waitFor();
  for (const name of ["Transfer Organization", "Disband Team", "Remove"])
    expect(await page.getByRole("button", { name }).count()).toBe(0);
  expect(await page.getByRole("link", { name: "Audit Log" }).count()).toBe(0);
});

test("the owner cannot change their own role or leave", async () => {
  const { page } = ada();
  await openTeam(page);
  await roleOf(page, "ada").click();
  await toast(page, "don't change your own role").waitFor();
  await rowOf(page, "ada").getByRole("button", { name: "Leave" }).click();
  await toast(page, "Organization owner cannot leave the organization").waitFor();
});

test("a promoted member can read the audit log", async () => {
  const { page } = ada();
  await chooseRole(page, "grace", "Admin");
  await toast(page, "Member role updated successfully").waitFor();
  await roleOf(page, "grace").getByText("Admin").waitFor();
  await openTeam(grace().page);
  await grace().page.getByRole("navigation").getByRole("link", { name: "Audit Log" }).click();
  const log = grace().page.getByRole("table", { name: "Audit log" });
  await log
    .getByRole("row")
    .filter({ hasText: "Changed a member's role" })
    .filter({ hasText: "ada" })
    .filter({ hasText: "Member grace" })
    .waitFor();
  await grace().page.getByRole("button", { name: "Filters" }).click();
  await grace().page.getByRole("menuitemcheckbox", { name: "grace" }).click();
  await expect.poll(() => log.getByRole("row").filter({ hasText: "ada" }).count()).toBe(0);
  await grace().page.keyboard.press("Escape");
  const [file] = await Promise.all([
    grace().page.waitForEvent("download"),
    grace().page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("audit-log.csv");
});

test("a concurrent role change shows at the next attempt", async () => {
  const { page } = grace();
  await page.getByRole("link", { name: "Budget", exact: true }).click();
  const alert = page.getByRole("region", { name: "Set a Budget Alert" });
  const amount = alert.getByLabel("Budget alert in dollars");
  await amount.fill("7");
  await chooseRole(ada().page, "grace", "Member");
  await roleOf(ada().page, "grace").getByText("Member").waitFor();
  await alert.getByRole("button", { name: "Save" }).click();
  await toast(page, "Failed to save budget alert").waitFor();
  await alert.getByText("Owners and admins can change this.").waitFor();
  expect(await amount.isDisabled()).toBe(true);
  await page.getByRole("link", { name: "Team", exact: true }).click();
  await roleOf(page, "grace").getByText("Member").waitFor();
  await chooseRole(ada().page, "grace", "Admin");
  await roleOf(ada().page, "grace").getByText("Admin").waitFor();
  await page.getByRole("link", { name: "Billing", exact: true }).click();
  await page.getByText("Current plan").waitFor();
  await page.getByRole("link", { name: "Team", exact: true }).click();
  await roleOf(page, "grace").getByText("Admin").waitFor();
});

test.for([
  ["Failed to update member role", (page: Page) => chooseRole(page, "grace", "Member")],
  [
    "Failed to remove member",
    async (page: Page) => {
      await rowOf(page, "grace").getByRole("button", { name: "Remove" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    },
  ],
  [
    "Failed to create invite link",
    async (page: Page) => {
      await page.getByRole("button", { name: "Create Invite Link" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
    },
  ],
  [
    "Failed to delete invite link",
    async (page: Page) => {
      await links(page)
        .getByRole("button", { name: /^Delete/ })
        .click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    },
  ],
  [
    "Failed to disband team",
    async (page: Page) => {
      await page.getByRole("button", { name: "Disband Team" }).click();
      await page.getByRole("dialog").getByRole("textbox").fill("ada's Team");
      await page.getByRole("dialog").getByRole("button", { name: "Disband Team" }).click();
    },
  ],
  [
    "Failed to transfer organization",
    async (page: Page) => {
      await page.getByRole("button", { name: "Transfer Organization" }).click();
      await page.getByRole("radio", { name: /grace/ }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Transfer" }).click();
    },
  ],
  [
    "Failed to join organization",
    async (page: Page) => {
      await page.getByLabel("Invite code", { exact: true }).fill(inviteCode);
      await page.getByRole("button", { name: "Join", exact: true }).click();
    },
  ],
] as const)("while the server is down: %s", async ([message, act]) => {
  const { page } = ada();
  await openTeam(page);
  await touch(page);
  await server().whileDown(async () => {
    await act(page);
    await toast(page, message).waitFor();
  });
});

test("shows skeletons, then reports a load failure", async () => {
  const { page } = ada();
  const release = await holdBack(page, "**/get_organization_member_list");
  await page.goto(`${server().origin}/team`);
  await expect.poll(() => members(page).locator("tr[aria-hidden]").count()).toBe(3);
  await server().whileDown(async () => {
    await release();
    await page.getByText("Error loading team data").waitFor();
  });
  await rowOf(page, "grace").waitFor();
});

test("deleting an invite link asks first", async () => {
  const { page } = ada();
  const dialog = page.getByRole("dialog", { name: "Delete Invite Link" });
  const ask = async () => {
    await links(page)
      .getByRole("button", { name: /^Delete/ })
      .click();
    await dialog.getByText(inviteCode, { exact: true }).waitFor();
  };
  await ask();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  await links(page).getByText(inviteCode).waitFor();
  await ask();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await toast(page, "Invite link deleted successfully").waitFor();
  await page.getByText("No invite links").waitFor();
});

test("a transfer makes the owner an admin", async () => {
  const { page } = ada();
  await chooseRole(page, "grace", "Owner");
  const dialog = page.getByRole("dialog", { name: "Transfer Organization" });
  await dialog.getByRole("button", { name: "Transfer" }).click();
  await toast(page, "Organization has been successfully transferred").waitFor();
  await roleOf(page, "grace").getByText("Owner").waitFor();
  await roleOf(page, "ada").getByText("Admin").waitFor();
  expect(await page.getByRole("button", { name: "Disband Team" }).count()).toBe(0);
  expect((await firstTeam(server().origin, ada().token)).role).toBe("admin");
});

test("members other than the owner can leave", async () => {
  const { page } = ada();
  await rowOf(page, "ada").getByRole("button", { name: "Leave" }).click();
  const dialog = page.getByRole("dialog", { name: "Leave Organization" });
  await server().whileDown(async () => {
    await dialog.getByRole("button", { name: "Leave" }).click();
    await toast(page, "Failed to leave organization").waitFor();
  });
  await dialog.getByRole("button", { name: "Leave" }).click();
  await toast(page, "Successfully left organization").waitFor();
  await expect.poll(() => rowOf(page, "grace").count()).toBe(0);
  await roleOf(page, "ada").getByText("Owner").waitFor();
});

test("the new owner removes a member", async () => {
  const { page, token } = grace();
  const organizationId = await page.evaluate(
    () => JSON.parse(localStorage.getItem("auth-storage") ?? "").state.team.id,
  );
  const expiresAt = Math.floor(Date.now() / 1_000) + 7 * 86_400;
  const link = await post(server().origin, "/api/v1/invite/create_invite_link", { organizationId, expiresAt }, token);
  const { inviteCode } = InviteLink.parse(await link.json());
  await post(server().origin, "/api/v1/organization/join_organization_by_invite_link", { inviteCode }, ada().token);
  await openTeam(page);
  await rowOf(page, "ada").getByRole("button", { name: "Remove ada" }).click();
  await page.getByRole("dialog", { name: "Remove Member" }).getByRole("button", { name: "Remove" }).click();
  await toast(page, "Member removed successfully").waitFor();
  await expect.poll(() => rowOf(page, "ada").count()).toBe(0);
});

test("disbanding requires the team's exact name", async () => {
  const { page } = grace();
  await page.getByRole("button", { name: "Disband Team" }).click();
  const dialog = page.getByRole("dialog", { name: "Disband Team" });
  const confirm = dialog.getByRole("button", { name: "Disband Team" });
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByRole("textbox").fill("Ada's Team");
  await dialog.getByText("Team name does not match").waitFor();
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByRole("textbox").fill("ada's Team");
  await confirm.click();
  await toast(page, "Team has been disbanded").waitFor();
  await page
    .getByRole("button", { name: /User menu/ })
    .getByText("grace's Team")
    .waitFor();
});
