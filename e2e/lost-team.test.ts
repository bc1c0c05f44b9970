import { Box } from "@terrarium/contract/boxes";
import { InviteLink } from "@terrarium/contract/invite";
import type { Organization } from "@terrarium/contract/organization";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { firstTeam } from "./support/api.ts";
import { providePerson, provideServer } from "./support/fixtures.ts";
import { post } from "./support/server.ts";

const server = provideServer();
const ada = providePerson("ada", server);
const grace = providePerson("grace", server);

const call = async (token: string, path: string, body: object): Promise<Response> => {
  const answer = await post(server().origin, `/api/v1/${path}`, body, token);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer;
};
const teamMenu = (page: Page) => page.getByRole("button", { name: /User menu/ });

/** Makes grace a member of a team of ada's and opens a page of it in grace's browser. */
async function joinAndOpen(team: Organization, path: string): Promise<void> {
  const organizationId = team.id;
  const expiresAt = Math.floor(Date.now() / 1_000) + 7 * 86_400;
  const link = await call(ada().token, "invite/create_invite_link", { organizationId, expiresAt });
  const { inviteCode } = InviteLink.parse(await link.json());
  await call(grace().token, "organization/join_organization_by_invite_link", { inviteCode });
  const { page } = grace();
  await page.goto(`${server().origin}/account`);
  await teamMenu(page).click();
  await page.getByRole("menuitem", { name: team.name }).click();
  await teamMenu(page).getByText(team.name).waitFor();
  await page.goto(`${server().origin}${path}`);
}

const newTeam = async (name: string): Promise<Organization> =>
  (await call(ada().token, "organization/create_an_organization", { name })).json();

async function removeGrace(team: Organization): Promise<void> {
  const user = await fetch(`${server().origin}/api/v1/user/get_current_user_info`, {
    headers: { authorization: `Bearer ${grace().token}` },
  });
  const { id: userId } = await user.json();
  await call(ada().token, "organization/remove_organization_member", { organizationId: team.id, userId });
}

/** Expects that the console reports the change and shows a team of the user, without a page reload. */
async function expectSwitch(from: string, to: string): Promise<void> {
  const { page } = grace();
  const message = page.getByRole("listitem").filter({ hasText: `You no longer belong to ${from}` });
  await message.getByText(`You were removed, or the team was disbanded. Your current team is ${to}.`).waitFor();
  await teamMenu(page).getByText(to).waitFor();
  expect(await page.evaluate(() => document.documentElement.dataset.untouched)).toBe("yes");
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem("auth-storage") ?? "{}").state);
  expect(stored.team.name).toBe(to);
  expect(stored.teamList.map(({ name }: Organization) => name)).not.toContain(from);
}
/** Sets a mark that a reload would remove. */
const mark = () => grace().page.evaluate(() => (document.documentElement.dataset.untouched = "yes"));

test("removal during an open list shows another team", async () => {
  const { page } = grace();
  const team = await newTeam("Night shift");
  const sandbox = { type: "android", organizationId: team.id, config: { expiresIn: "30m" } };
  const { id } = Box.parse(await (await call(ada().token, "boxes", sandbox)).json());
  // Without automatic refresh: the list would send a request before the menu is used.
  await joinAndOpen(team, "/sandboxes?refresh=off");
  await page.getByText(id).waitFor();
  await mark();
  await removeGrace(team);
  await page.getByRole("button", { name: "Manual" }).click();
  await page.getByRole("menuitem", { name: "Refresh Now" }).click();
  await expectSwitch("Night shift", "grace's Team");
  await page.getByText("No sandboxes found").waitFor();
  expect(await page.getByText(id).count()).toBe(0);
});

test("removal on a sandbox page hides sandbox and team", async () => {
  const { page } = grace();
  const team = await newTeam("Day shift");
  const sandbox = { type: "android", organizationId: team.id, config: { expiresIn: "30m" } };
  const { id } = Box.parse(await (await call(ada().token, "boxes", sandbox)).json());
  await joinAndOpen(team, `/sandboxes/${id}`);
  await page.getByRole("banner").getByText("Running").waitFor();
  await mark();
  await removeGrace(team);
  await expectSwitch("Day shift", "grace's Team");
  await page.getByRole("alert").getByText("No such sandbox").waitFor();
  expect(await page.getByRole("banner").getByText("Running").count()).toBe(0);
});

test("a disbanded team's open dialog does not affect another team", async () => {
  const { page } = grace();
  const team = await newTeam("Early shift");
  await joinAndOpen(team, "/team");
  await page.getByRole("row").filter({ hasText: "grace" }).getByRole("button", { name: "Leave" }).click();
  const dialog = page.getByRole("dialog", { name: "Leave Organization" });
  await dialog.waitFor();
  await mark();
  await call(ada().token, "organization/delete_an_organization", { organizationId: team.id });
  await dialog.getByRole("button", { name: "Leave" }).click();
  await expectSwitch("Early shift", "grace's Team");
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("row").filter({ hasText: "grace" }).getByText("Owner").waitFor();
  expect((await firstTeam(server().origin, grace().token)).name).toBe("grace's Team");
});

test("removal from the only team creates an own one", async () => {
  const { page } = grace();
  const team = await newTeam("Late shift");
  const own = await firstTeam(server().origin, grace().token);
  await joinAndOpen(team, "/templates");
  await call(grace().token, "organization/delete_an_organization", { organizationId: own.id });
  await page.reload();
  await teamMenu(page).getByText("Late shift").waitFor();
  await mark();
  await removeGrace(team);
  await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "API Keys" }).click();
  await expectSwitch("Late shift", "grace's Team");
  await page.getByRole("table", { name: "API keys" }).getByText("key1").waitFor();
  const made = await firstTeam(server().origin, grace().token);
  expect(made).toMatchObject({ name: "grace's Team", role: "owner" });
  expect(made.id).not.toBe(own.id);
});

test("leaving in another tab closes New Sandbox without starting one", async () => {
  const { page, context, token } = grace();
  const team = await newTeam("Relief shift");
  await joinAndOpen(team, "/templates");
  await page.getByRole("heading", { level: 1, name: "TEMPLATES" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search commands and sandboxes" }).fill("new sandbox");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "New Sandbox" });
  await dialog.getByText("Tablet").waitFor();
  await dialog.getByLabel("Name").fill("for the relief shift");
  const other = await context.newPage();
  await other.goto(`${server().origin}/team`);
  await other.getByRole("row").filter({ hasText: "grace" }).getByRole("button", { name: "Leave" }).click();
  await other.getByRole("dialog", { name: "Leave Organization" }).getByRole("button", { name: "Leave" }).click();
  await dialog.waitFor({ state: "detached" });
  await teamMenu(page).getByText("grace's Team").waitFor();
  await other.close();
  const { id: organizationId } = await firstTeam(server().origin, token);
  const list = await call(token, "sandbox/get_sandbox_list", { page: 1, organizationId });
  expect((await list.json()).data).toEqual([]);
});
