import { beforeAll, expect, test } from "vitest";
import { firstTeam } from "./support/api.ts";
import { providePerson, provideServer } from "./support/fixtures.ts";
import { addPastUsage } from "./support/past.ts";
import { post } from "./support/server.ts";

const server = provideServer();
const ada = providePerson("ada", server);

beforeAll(async () => {
  const team = await firstTeam(server().origin, ada().token);
  const monthStart = new Date(new Date().toISOString().slice(0, 7));
  // 50 CPUs since the start of the month, for at most an hour: at least a few cents.
  const minutes = Math.min(60, (Date.now() - monthStart.getTime()) / 60_000);
  addPastUsage(server(), team.id, [{ cpu: 50, memoryMb: 1024, startedAt: monthStart, minutes }]);
});

const limit = () => ada().page.getByLabel("Budget limit in dollars");
const alertAmount = () => ada().page.getByLabel("Budget alert in dollars");
const card = (name: string) => ada().page.getByRole("region", { name });
const open = async () => {
  await ada().page.goto(`${server().origin}/budget`);
  await limit().waitFor();
};

test("shows real credits and an initially disabled limit", async () => {
  await open();
  await card("Credits")
    .getByText(/^\$9[89]\.\d\d$/)
    .waitFor();
  const enable = ada().page.getByRole("switch", { name: "Enable budget limit" });
  expect(await enable.getAttribute("aria-checked")).toBe("false");
  expect(await limit().isDisabled()).toBe(true);
  await enable.click();
  await expect.poll(() => limit().isEnabled()).toBe(true);
});

test("marks unsaved switches and amounts", async () => {
  const limitCard = card("Budget Limit");
  await limitCard.getByText("Not saved yet. Currently the limit is off.").waitFor();
  await ada().page.getByRole("switch", { name: "Enable budget limit" }).click();
  await limitCard.getByText("Not saved yet").waitFor({ state: "detached" });
  await ada().page.getByRole("switch", { name: "Enable budget limit" }).click();
  await alertAmount().fill("3.005");
  const alertCard = card("Set a Budget Alert");
  await alertCard.getByText("Enter at most two decimals").waitFor();
  expect(await alertCard.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
});

test("asks before saving a limit that stops the team", async () => {
  const { page, token } = ada();
  await limit().fill("0");
  await card("Budget Limit")
    .getByText(/this limit is \$0\.00/)
    .waitFor();
  await card("Budget Limit").getByRole("button", { name: "Save" }).click();
  const dialog = page.getByRole("dialog", { name: "Block the team now?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  const team = await firstTeam(server().origin, token);
  const saved = await post(server().origin, "/api/v1/budget/get_budget", { organizationId: team.id }, token);
  expect(await saved.json()).toMatchObject({ limitEnabled: false, limitDollars: 0 });
});

test("negative amounts become 0", async () => {
  await limit().fill("-5");
  await expect.poll(() => limit().inputValue()).toBe("0");
  await alertAmount().fill("-0.5");
  await expect.poll(() => alertAmount().inputValue()).toBe("0");
});

test("saves limit and alert for the team", async () => {
  const { page } = ada();
  await limit().fill("50");
  await card("Budget Limit").getByRole("button", { name: "Save" }).click();
  await page.getByText("Budget limit saved").waitFor();
  await card("Budget Limit").getByText("of $50.00 used this month").waitFor();
  await card("Budget Limit").getByText("Not saved yet").waitFor({ state: "detached" });
  await alertAmount().fill("12.5");
  await card("Set a Budget Alert").getByRole("button", { name: "Save" }).click();
  await page.getByText("Budget alert saved").waitFor();
  await open();
  expect([await limit().inputValue(), await alertAmount().inputValue()]).toEqual(["50", "12.5"]);
});

test("rejects new sandboxes at the limit until it is raised", async () => {
  const { page, token } = ada();
  await limit().fill("0.01");
  await card("Budget Limit").getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Save and block" }).click();
  await card("Budget Limit").getByText("Limit reached").waitFor();
  expect((await post(server().origin, "/api/v1/boxes", { type: "android" }, token)).status).toBe(402);
  await page.goto(`${server().origin}/sandboxes`);
  await page.getByRole("button", { name: "New Sandbox" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Tablet").waitFor();
  await dialog.getByRole("button", { name: "Create" }).click();
  await dialog.getByText(/The team's budget of \$0\.01 for this month is used up/).waitFor();
  await page.goto(`${server().origin}/usage`);
  await page.getByText(/Budget limit of \$0\.01 reached/).waitFor();
  await page.getByRole("link", { name: "Change the limit" }).click();
  await limit().waitFor();
  await page.getByRole("switch", { name: "Enable budget limit" }).click();
  await card("Budget Limit").getByRole("button", { name: "Save" }).click();
  await card("Budget Limit").getByText("Limit reached").waitFor({ state: "detached" });
  await page.getByText(/^Budget limit of/).waitFor({ state: "detached" });
  expect((await post(server().origin, "/api/v1/boxes", { type: "android" }, token)).status).toBe(200);
});

test("reports a failure to save", async () => {
  const { page } = ada();
  await page.route("**/update_budget", (route) => route.abort("connectionrefused"));
  await alertAmount().fill("1");
  await card("Set a Budget Alert").getByRole("button", { name: "Save" }).click();
  await page.getByText("Failed to save budget alert").waitFor();
  await page.unroute("**/update_budget");
});
