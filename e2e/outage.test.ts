import { getSandboxList } from "@terrarium/contract/sandbox";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { firstTeam, screenshot } from "./support/api.ts";
import { beforeRequest, holdBack, toast, touch } from "./support/browser.ts";
import { providePerson, provideServer } from "./support/fixtures.ts";
import { furnish, SCREENS, TEAM_SCREENS } from "./support/screens.ts";
import { post } from "./support/server.ts";

const server = provideServer();
const ada = providePerson("ada", server);

beforeAll(() => furnish(server(), "ada").then(() => undefined));

const LOADING = Object.entries(TEAM_SCREENS).flatMap(([path, { call, loaded }]) =>
  call === null ? [] : [{ path, call, loaded }],
);

test.for(LOADING)(
  "$path says that the server is away, counts nothing, and loads when it is back",
  async ({ path, call, loaded }) => {
    const { page } = ada();
    await page.goto(`${server().origin}/account`);
    await beforeRequest(page, `*/${call}`, () => server().kill());
    await page.goto(`${server().origin}${path}`);
    const reported = page.getByText("Can't reach the server. Reconnecting…").first();
    await reported.waitFor().finally(() => server().restart());
    expect(await page.getByText(/^0 RUNNING|^0 of 0|^No [a-z ]+ found$/).allInnerTexts()).toEqual([]);
    await loaded(page);
  },
);

test("the wall reports an outage and recovers", async () => {
  const { page } = ada();
  await page.goto(`${server().origin}/account`);
  await beforeRequest(page, "*/get_sandbox_list", () => server().kill());
  await page.goto(`${server().origin}/sandboxes?view=wall`);
  const reported = page.getByText("Can't reach the server. Reconnecting…");
  await reported.waitFor().finally(() => server().restart());
  expect(await page.getByText("– RUNNING").count()).toBe(1);
  await reported.waitFor({ state: "detached" });
  await page.getByText(/^[1-9]\d* RUNNING/).waitFor();
});

test("a list without response reports it after 10 s", async () => {
  const { page } = ada();
  await page.clock.install();
  const asked: string[] = [];
  const release = await holdBack(page, "**/get_sandbox_list");
  page.on("request", (request) => request.url().endsWith("get_sandbox_list") && asked.push(request.url()));
  await page.goto(`${server().origin}/sandboxes`);
  await expect.poll(() => asked.length).toBe(1);
  await page.clock.runFor(10_000);
  await page.getByText("Can't reach the server. Reconnecting…").waitFor();
  expect(asked).toHaveLength(1);
  await release();
  await page.clock.resume();
});

test("a pending deletion can be left at once", async () => {
  const { page } = ada();
  await page.goto(`${server().origin}/sandboxes`);
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route("**/delete_sandbox", async (route) => {
    await answered;
    await route.fulfill({ json: {} });
  });
  const chooseDelete = async () => {
    await page
      .getByRole("button", { name: /^Actions for / })
      .first()
      .click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
  };
  await chooseDelete();
  const dialog = page.getByRole("dialog", { name: "Confirm Delete" });
  const asked = page.waitForRequest("**/delete_sandbox");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await asked;
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  await chooseDelete();
  const refreshed = page.waitForResponse("**/get_sandbox_list");
  answer();
  await refreshed;
  // The response to the abandoned deletion does not close another dialog.
  expect(await dialog.getByRole("button", { name: "Delete" }).isEnabled()).toBe(true);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.unrouteAll();
});

test("a refreshing list recovers after an outage", async () => {
  const { page } = ada();
  await page.goto(`${server().origin}/sandboxes?refresh=10`);
  await SCREENS["/sandboxes"]?.(page);
  await touch(page);
  await page.getByRole("button", { name: /^Auto/ }).click();
  await server().whileDown(async () => {
    await page.getByRole("menuitem", { name: "Refresh Now" }).click();
    await page.getByText("The list could not be loaded").waitFor();
  });
  await SCREENS["/sandboxes"]?.(page);
});

test("input survives an outage and can be submitted afterwards", async () => {
  const { page } = ada();
  await page.goto(`${server().origin}/budget`);
  const amount = page.getByLabel("Budget alert in dollars");
  const save = page.getByRole("region", { name: "Set a Budget Alert" }).getByRole("button", { name: "Save" });
  await amount.fill("12.5");
  await touch(page);
  await server().whileDown(async () => {
    await save.click();
    await toast(page, "Failed to save budget alert").waitFor();
  });
  expect(await amount.inputValue()).toBe("12.5");
  await save.click();
  await toast(page, "Budget alert saved").waitFor();
});

const running = async (): Promise<string[]> => {
  const { token } = ada();
  const { id: organizationId } = await firstTeam(server().origin, token);
  const body = { page: 1, pageSize: 50, organizationId };
  const list = await post(server().origin, "/api/v1/sandbox/get_sandbox_list", body, token);
  const { data } = getSandboxList.response.parse(await list.json());
  return data.filter(({ status }) => status === "Running").map(({ id }) => id);
};

async function openNewSandbox(page: Page) {
  await page.getByRole("button", { name: "New Sandbox" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New Sandbox" });
  await dialog.getByText("Small phone").click();
  return dialog;
}

test("after kill -9 during a start only running sandboxes are listed", async () => {
  const { page, token } = ada();
  await page.goto(`${server().origin}/sandboxes`);
  const dialog = await openNewSandbox(page);
  const asked = page.waitForRequest("**/api/v1/boxes");
  await dialog.getByRole("button", { name: "Create" }).click();
  await asked;
  await server().whileDown(() => dialog.getByText("The server could not be reached").waitFor());
  for (const id of await running()) expect((await screenshot(server().origin, token, id)).width).toBeGreaterThan(0);
  const before = (await running()).length;
  await dialog.getByRole("button", { name: "Create" }).click();
  await page.waitForURL("**/sandboxes/sbx_*");
  expect(await running()).toHaveLength(before + 1);
});

test("kill -9 during key creation leaves no partial key", async () => {
  const { page } = ada();
  await page.goto(`${server().origin}/api-keys`);
  await page.getByText("key1").waitFor();
  await touch(page);
  await page.getByRole("button", { name: "New API Key" }).click();
  const dialog = page.getByRole("dialog", { name: "New API Key" });
  await dialog.getByLabel("Name").fill("torn");
  const asked = page.waitForRequest("**/create_an_api_key");
  await dialog.getByRole("button", { name: "Create" }).click();
  await asked;
  await server().kill();
  await server().restart();
  await page.goto(`${server().origin}/api-keys`);
  const keys = page.getByRole("table", { name: "API keys" });
  await keys.getByText("key1").waitFor();
  for (const row of await keys.getByRole("row").filter({ hasText: "torn" }).all())
    expect(await row.innerText()).toMatch(/trm_/);
});
