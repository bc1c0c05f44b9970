import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { ApiKey } from "@terrarium/contract/api-key";
import { Organization } from "@terrarium/contract/organization";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { createBox, firstTeam, getBox } from "./support/api.ts";
import { holdBack, newTab, openBrowser } from "./support/browser.ts";
import { providePerson, provideServer } from "./support/fixtures.ts";
import { addEndedSandboxes } from "./support/past.ts";
import { post } from "./support/server.ts";

const server = provideServer();
const ada = providePerson("ada", server);

async function switchBack(page: Page): Promise<void> {
  await page.getByRole("button", { name: /User menu/ }).click();
  await page.getByRole("menuitem", { name: "ada's Team" }).click();
}

beforeAll(() => ada().page.goto(`${server().origin}/sandboxes`));

const rows = () => ada().page.getByRole("table", { name: "Sandboxes" }).getByRole("row").filter({ hasText: "sbx_" });
/** Running sandboxes. A list loaded earlier shows them as Starting until it is loaded again. */
const running = () => rows().filter({ hasText: "Running" });
/** Opens the menu of a sandbox, by its name or id. */
const openMenu = (name: string) =>
  ada()
    .page.getByRole("button", { name: `Actions for ${name}` })
    .click();
const entry = (name: string) => ada().page.getByRole("menuitem", { name, exact: true });
const shownIds = () => rows().getByText(/^sbx_/).allTextContents();

test("an empty team shows how to start", async () => {
  await ada().page.getByText("No sandboxes found").waitFor();
  await ada().page.getByText("0 RUNNING").waitFor();
  expect(await ada().page.getByRole("columnheader").allTextContents()).toEqual([
    "ID",
    "TEMPLATE",
    "STATUS",
    "TIME LEFT",
    "COST",
    "STARTED AT",
    "CPU COUNT",
    "MEMORY",
    "METADATA",
    "ACTION",
  ]);
});

test("a newcomer starts a phone with two clicks after typing a name", async () => {
  const browser = await openBrowser();
  const { page } = browser;
  await page.goto(`${server().origin}/login`);
  await page.getByLabel("Your name").fill("newcomer");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.getByRole("button", { name: "Start a phone" }).click();
  await page.waitForURL("**/sandboxes/sbx_*");
  await page.getByText("Live", { exact: true }).waitFor();
  await browser.close();
});

test("New Sandbox starts the chosen template and opens its page", async () => {
  const { page } = ada();
  await page.getByRole("button", { name: "New Sandbox" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New Sandbox" });
  await dialog.getByText("no screen").waitFor();
  await dialog.getByText("Small phone").click();
  await dialog.getByLabel("Name").fill(" checkout-1 ");
  await dialog.getByRole("button", { name: "Add metadata" }).click();
  await dialog.getByLabel("Key").fill("task");
  await dialog.getByLabel("Value").fill("checkout");
  await dialog.getByRole("button", { name: "Create" }).click();
  await page.waitForURL("**/sandboxes/sbx_*");
  await page.getByRole("heading", { name: "checkout-1" }).waitFor();
  await page.getByRole("link", { name: "SANDBOXES", exact: true }).click();
  await expect.poll(() => running().count()).toBe(1);
  const row = await rows().first().innerText();
  for (const text of ["checkout-1", "Small phone", "1024 MB", "task: checkout"]) expect(row).toContain(text);
  expect(row).toMatch(/\b2\d min/);
  await page.getByText("1 RUNNING").waitFor();
});

test("first steps are checked as they happen, can be dismissed, and disappear when done", async () => {
  const { page, token } = ada();
  const { origin } = server();
  const steps = page.getByRole("region", { name: "First steps" });
  const done = (name: string) =>
    steps.getByRole("listitem").filter({ hasText: name }).getByText("Completed", { exact: true });
  await done("Start a phone").waitFor();
  expect(await done("Run a script").or(done("Connect an agent")).count()).toBe(0);
  const { id: organizationId } = await firstTeam(origin, token);
  const made = await post(origin, "/api/v1/api_key/create_an_api_key", { organizationId, name: "steps" }, token);
  const { key } = ApiKey.parse(await made.json());
  await (await post(origin, "/api/v1/vm/run_code", { code: "1" }, key)).text();
  await done("Run a script").waitFor();

  const list = running().first();
  await steps.getByRole("button", { name: "Dismiss the first steps" }).click();
  await steps.waitFor({ state: "detached" });
  await page.reload();
  await list.waitFor();
  expect(await steps.count()).toBe(0);
  await page.evaluate(() =>
    localStorage.removeItem(Object.keys(localStorage).find((it) => it.startsWith("first-")) ?? ""),
  );
  await page.reload();
  await done("Run a script").waitFor();
  await fetch(`${origin}/api/v1/boxes`, { headers: { authorization: `Bearer ${key}` } });
  await steps.waitFor({ state: "detached" });
});

test("search covers id, template and metadata; filters combine and clear", async () => {
  const { page, token } = ada();
  await createBox(server().origin, token, { templateId: "tpl_tablet", labels: { task: "Login" } });
  await page.getByRole("button", { name: /^Auto/ }).click();
  await page.getByRole("menuitem", { name: "Refresh Now" }).click();
  await expect.poll(() => rows().count()).toBe(2);

  const search = page.getByPlaceholder("Find a sandbox...");
  await page.keyboard.press("/");
  await expect.poll(() => search.evaluate((input) => input === document.activeElement)).toBe(true);
  await search.pressSequentially("LOGIN");
  await expect.poll(() => rows().count()).toBe(1);
  await search.fill("nothing like this");
  await page.getByText("No matching sandboxes found").waitFor();
  await search.fill("");

  await page.getByRole("button", { name: "Filters", exact: true }).click();
  await page.getByRole("menuitemcheckbox", { name: /1024 ?MB/ }).click();
  await expect.poll(() => rows().count()).toBe(1);
  await expect.poll(() => new URL(page.url()).search).not.toBe("");
  await page.keyboard.press("Escape");
  await page.reload();
  await expect.poll(() => rows().count()).toBe(1);
  await page.getByRole("button", { name: "Filters, 1" }).click();
  await page.getByRole("menuitem", { name: "Clear all filters" }).click();
  await expect.poll(() => rows().count()).toBe(2);
  await page.keyboard.press("Escape");
});

test("the list refreshes at the chosen interval", async () => {
  const { page, token } = ada();
  await page.getByRole("button", { name: /^Auto \(\d+s\)$/ }).click();
  await page.getByRole("menuitemcheckbox", { name: "Every 10s" }).click();
  const before = await rows().count();
  await createBox(server().origin, token);
  await expect.poll(() => running().count()).toBe(before + 1);
  await page.getByRole("button", { name: /^Auto/ }).click();
  await page.getByRole("menuitemcheckbox", { name: "Turn Off (Manual)" }).click();
  await page.getByRole("button", { name: "Manual" }).waitFor();
});

test("live actions open new tabs for running sandboxes only", async () => {
  const { page, context, token } = ada();
  const [id = ""] = await shownIds();
  const row = rows().filter({ hasText: id });
  await openMenu(id);
  await entry("Delete").waitFor();
  const addresses = await page
    .getByRole("menu")
    .locator("a")
    .evaluateAll((links) =>
      links.map((link) => (link instanceof HTMLAnchorElement ? `${link.innerText} ${link.href} ${link.target}` : "")),
    );
  const base = `${server().origin}/api/v1/proxy/${id}/#!`;
  expect(addresses[0]).toBe(`Shell ${base}action=shell&udid=localhost:5555 _blank`);
  expect(addresses[1]).toBe(
    `List/Upload Files ${base}action=list-files&udid=localhost:5555&path=data/local/tmp _blank`,
  );
  expect(addresses[2]).toContain(`Screen Live ${base}action=stream&udid=localhost:5555`);
  for (const open of [entry("Screen Live"), row.getByRole("link", { name: "Screen Live" })]) {
    const tab = await newTab(context, () => open.click());
    await tab.getByText("Live", { exact: true }).waitFor();
    await tab.close();
  }

  const ending = await createBox(server().origin, token, { expiresIn: "1s" });
  await expect.poll(async () => (await getBox(server().origin, token, ending.id)).status).toBe("terminated");
  await page.goto(`${server().origin}/sandboxes?status=Expired`);
  const ended = rows().filter({ hasText: ending.id });
  await ended.getByText("Expired").waitFor();
  expect(await ended.locator("a[target=_blank]").count()).toBe(0);
  await openMenu(ending.id);
  await entry("Delete").waitFor();
  expect(await page.getByRole("menuitem").allTextContents()).toEqual(["Delete"]);
  await page.goto(`${server().origin}/sandboxes`);
  await rows().first().waitFor();
  expect(await shownIds()).not.toContain(ending.id);
});

test("deletion asks, ends the device and keeps an ended entry", async () => {
  const { page, token } = ada();
  const [id = ""] = await running().getByText(/^sbx_/).allTextContents();
  const deleteIt = async () => {
    await openMenu(id);
    await entry("Delete").click();
  };
  const dialog = page.getByRole("dialog", { name: "Confirm Delete" });
  await deleteIt();
  await dialog.getByText("Are you sure you want to delete this sandbox? This action cannot be undone.").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  const menu = page.getByRole("button", { name: `Actions for ${id}` });
  await expect.poll(() => menu.evaluate((button) => button === document.activeElement)).toBe(true);
  expect((await getBox(server().origin, token, id)).status).toBe("running");
  await deleteIt();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await dialog.waitFor({ state: "hidden" });
  expect((await getBox(server().origin, token, id)).status).toBe("terminated");
  await rows().filter({ hasText: id }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: /^Show ended/ }).click();
  await page.waitForURL("**/sandboxes?status=Ended");
  await rows().filter({ hasText: id }).getByText("Terminated").waitFor();
  await deleteIt();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await rows().filter({ hasText: id }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: /^Show ended/ }).click();
  await page.waitForURL("**/sandboxes");
});

test("a row click opens the page, Control opens a tab", async () => {
  const { page, context, token } = ada();
  const { id } = await createBox(server().origin, token);
  await page.goto(`${server().origin}/sandboxes?refresh=off`);
  const row = rows().filter({ hasText: id });
  await row.getByRole("checkbox").check();
  await page.getByText("1 selected").waitFor();
  const tab = await newTab(context, () => row.getByText(/^\d+ MB$/).click({ modifiers: ["Control"] }));
  await tab.waitForURL(`${server().origin}/sandboxes/${id}`);
  await tab.close();
  await row.getByText(/^\d+ MB$/).click();
  await page.waitForURL(`**/sandboxes/${id}`);
  await page.goBack();
  await row.getByRole("link", { name: id }).press("Enter");
  await page.waitForURL(`**/sandboxes/${id}`);
});

test("a header click sorts, and the address keeps the order", async () => {
  const { page, token } = ada();
  await createBox(server().origin, token, { templateId: "tpl_small_phone" });
  await createBox(server().origin, token, { templateId: "tpl_tablet" });
  await page.goto(`${server().origin}/sandboxes?refresh=off`);
  const header = page.getByRole("columnheader", { name: "MEMORY" });
  const memories = async () => {
    const texts = await rows().getByRole("cell", { name: / MB$/ }).allTextContents();
    return texts.map((text) => Number.parseInt(text, 10));
  };
  await expect.poll(async () => new Set(await memories()).size).toBeGreaterThan(1);
  const unsorted = await memories();
  expect(await header.getAttribute("aria-sort")).toBe("none");
  await header.getByRole("button").click();
  await expect.poll(memories).toEqual(unsorted.toSorted((a, b) => a - b));
  await header.getByRole("button").click();
  await expect.poll(() => header.getAttribute("aria-sort")).toBe("descending");
  await page.reload();
  await expect.poll(memories).toEqual(unsorted.toSorted((a, b) => b - a));
  expect(await header.getAttribute("aria-sort")).toBe("descending");
  await header.getByRole("button").click();
  await expect.poll(memories).toEqual(unsorted);
});

test("hides columns, stored in address and browser", async () => {
  const { page } = ada();
  const titles = () => page.getByRole("columnheader").allTextContents();
  const all = await titles();
  const toggleMemory = async () => {
    await page.getByRole("button", { name: "Columns" }).click();
    await expect.poll(() => page.getByRole("menuitemcheckbox").allTextContents()).toEqual(all.slice(1, -1));
    await page.getByRole("menuitemcheckbox", { name: "MEMORY" }).click();
    await page.keyboard.press("Escape");
  };
  await toggleMemory();
  await page.waitForURL(/hide=MEMORY/);
  await page.reload();
  await rows().first().waitFor();
  expect(await titles()).toEqual(all.filter((title) => title !== "MEMORY"));
  expect(await rows().first().getByRole("cell").count()).toBe(all.length - 1);
  await page.goto(`${server().origin}/sandboxes`);
  await page.waitForURL("**/sandboxes?hide=MEMORY");
  await page.goto(`${server().origin}/sandboxes?hide=STATUS,METADATA,ID`);
  await rows().first().waitFor();
  expect(await titles()).toEqual(all.filter((title) => title !== "STATUS" && title !== "METADATA"));
  await page.goto(`${server().origin}/sandboxes?hide=MEMORY`);
  await rows().first().waitFor();
  await toggleMemory();
  await expect.poll(titles).toEqual(all);
  await page.goto(`${server().origin}/sandboxes`);
  await rows().first().waitFor();
  expect([await titles(), page.url()]).toEqual([all, `${server().origin}/sandboxes`]);
});

test("deletes several sandboxes and retries named failures", async () => {
  const { page, token } = ada();
  const doomed = await Promise.all([1, 2].map(() => createBox(server().origin, token)));
  const ids = doomed.map(({ id }) => id);
  await page.reload();
  for (const id of ids) await page.getByRole("checkbox", { name: `Select ${id}` }).check();
  const all = page.getByRole("checkbox", { name: "Select all on this page" });
  expect(await all.evaluate((box) => box instanceof HTMLInputElement && box.indeterminate)).toBe(true);
  const bar = page.getByRole("region", { name: "Selection" });
  await bar.getByText("2 selected").waitFor();

  const stuck = ids[0] ?? "";
  await page.route("**/api/v1/sandbox/*", (route) =>
    route.request().postData()?.includes(stuck)
      ? route.fulfill({ status: 503, json: { code: "internal", message: "The device does not answer" } })
      : route.fallback(),
  );
  await bar.getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm Delete" });
  await dialog.getByText("Are you sure you want to delete these 2 sandboxes? This action cannot be undone.").waitFor();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await dialog.getByText("1 of 2 could not be deleted:").waitFor();
  expect(await dialog.getByRole("listitem").allInnerTexts()).toEqual([`${stuck}\nThe device does not answer`]);
  expect((await getBox(server().origin, token, ids[1] ?? "")).status).toBe("terminated");
  expect((await getBox(server().origin, token, stuck)).status).toBe("running");

  await page.unroute("**/api/v1/sandbox/*");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await dialog.waitFor({ state: "hidden" });
  expect((await getBox(server().origin, token, stuck)).status).toBe("terminated");
  await bar.waitFor({ state: "hidden" });
  // Deleted rows are no longer selected.
  for (const id of ids) await rows().filter({ hasText: id }).waitFor({ state: "detached" });

  await all.check();
  await bar.getByText(`${await rows().count()} selected`).waitFor();
  await bar.getByRole("button", { name: "Clear the selection" }).click();
  await expect.poll(() => all.isChecked()).toBe(false);
});

test("extends and stops several sandboxes, and undoes a stop", async () => {
  const { page, token } = ada();
  const labels = { batch: "bulk" };
  const made = await Promise.all(
    ["one", "two"].map((name) => createBox(server().origin, token, { name, labels, expiresIn: "10m" })),
  );
  await page.reload();
  await rows().getByRole("button", { name: "batch: bulk" }).first().click();
  await expect.poll(() => rows().count()).toBe(2);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  const bar = page.getByRole("region", { name: "Selection" });
  await bar.getByRole("button", { name: "Extend" }).click();
  const boxes = () => Promise.all(made.map(({ id }) => getBox(server().origin, token, id)));
  const shortestMs = async () =>
    Math.min(...(await boxes()).map(({ expiresAt }) => Date.parse(expiresAt))) - Date.now();
  await expect.poll(shortestMs).toBeGreaterThan(30 * 60_000);
  await bar.getByRole("button", { name: "Stop" }).click();
  const statuses = async () => (await boxes()).map(({ status }) => status);
  await expect.poll(statuses).toEqual(["stopped", "stopped"]);
  await openMenu("one");
  await entry("Start").click();
  await expect.poll(statuses).toEqual(["running", "stopped"]);
  await rows().filter({ hasText: "one" }).getByText("Running").waitFor();
  await openMenu("one");
  await entry("Stop").click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(statuses).toEqual(["running", "stopped"]);
  await Promise.all(made.map(({ id }) => post(server().origin, `/api/v1/boxes/${id}/terminate`, {}, token)));
  await page.goto(`${server().origin}/sandboxes`);
});

test("shows first, last and neighbouring pages", async () => {
  const { page, token } = ada();
  const team = Organization.parse(
    await (
      await post(server().origin, "/api/v1/organization/create_an_organization", { name: "Long list" }, token)
    ).json(),
  );
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const times = [0.5, 0.6, 5, 5.5, 11, 11.5, 13, 14];
  addEndedSandboxes(server(), team.id, [...times, ...Array.from({ length: 80 }, (_, n) => 15 + n / 20)].map(hoursAgo));
  await page.goto(`${server().origin}/sandboxes`);
  await page.getByRole("button", { name: /User menu/ }).click();
  await page.getByRole("menuitem", { name: "Long list" }).click();
  await page.getByText("No sandboxes are running.").waitFor();
  await page.getByRole("button", { name: "Show 88 ended" }).click();
  await expect.poll(() => rows().count()).toBe(10);
  const pages = page.getByRole("navigation", { name: "Pages" });
  const shown = async () => (await pages.locator("a, span").allInnerTexts()).filter((text) => text !== "");
  await expect.poll(shown).toEqual(["1", "2", "…", "9"]);
  await pages.getByText("1–10 of 88").waitFor();
  await pages.getByRole("link", { name: "Page 9" }).click();
  await expect.poll(() => rows().count()).toBe(8);
  expect(await pages.getByRole("link", { name: "Next" }).count()).toBe(0);
  const step = async (name: "Previous" | "Next", to: number) => {
    await pages.getByRole("link", { name }).click();
    await pages.locator("[aria-current=page]").getByText(String(to), { exact: true }).waitFor();
  };
  for (const to of [8, 7, 6, 5]) await step("Previous", to);
  await step("Next", 6);
  await expect.poll(shown).toEqual(["1", "…", "5", "6", "7", "…", "9"]);
  await page.reload();
  await expect.poll(shown).toEqual(["1", "…", "5", "6", "7", "…", "9"]);
  // The match is on page 9: the search covers all pages.
  await page.getByPlaceholder("Find a sandbox...").fill("NUMBER: 87");
  await expect.poll(() => rows().count()).toBe(1);
  await page.getByPlaceholder("Find a sandbox...").fill("nothing like this");
  await page.getByText("No matching sandboxes found").waitFor();
  await page.getByText("Active filters: Ended in the last day.").waitFor();
  await page.goto(`${server().origin}/sandboxes?status=Ended`);
  await expect.poll(() => rows().count()).toBe(10);
  expect(await pages.getByRole("link", { name: "Previous" }).count()).toBe(0);
  await pages.getByRole("button", { name: "10 per page" }).click();
  await page.getByRole("menuitemcheckbox", { name: "100 per page" }).click();
  await expect.poll(() => rows().count()).toBe(88);
  await page.goto(`${server().origin}/sandboxes?status=Ended`);
});

test("all specified filters combine and toggle", async () => {
  const { page } = ada();
  await page.getByRole("button", { name: "Filters, 1 active" }).click();
  const entries = page.getByRole("menuitemcheckbox");
  await expect
    .poll(() => entries.allTextContents())
    .toEqual(
      "Started 1h|Started 6h|Started 12h|2 CPU cores|1024 MB|Running|Stopped|Ended in the last day|Terminated|Expired|Failed|All".split(
        "|",
      ),
    );
  const choose = async (filter: string, count: number) => {
    await page.getByRole("menuitemcheckbox", { name: filter, exact: true }).click();
    await expect.poll(() => rows().count()).toBe(count);
  };
  await choose("Started 1h", 2);
  await choose("Started 6h", 4);
  await choose("Started 12h", 6);
  await choose("2 CPU cores", 3);
  await page.getByRole("button", { name: "Filters, 3 active", includeHidden: true }).waitFor();
  await choose("1024 MB", 0);
  await page.getByText("No sandboxes found").waitFor();
  await page.getByText("Active filters: Started 12h, 2 CPU cores, 1024 MB, Ended in the last day.").waitFor();
  await choose("1024 MB", 3);
  await choose("2 CPU cores", 6);
  await choose("Failed", 0);
  await choose("All", 6);
  await page.getByRole("menuitem", { name: "Clear all filters" }).click();
  await page.getByText("No sandboxes are running.").waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe("");
  await page.getByRole("button", { name: "Filters", exact: true }).waitFor();
  await switchBack(page);
});

test("a new team's copied command starts its first sandbox", async () => {
  const { page, token } = ada();
  await post(server().origin, "/api/v1/organization/create_an_organization", { name: "Fresh" }, token);
  await page.reload();
  await page.getByRole("button", { name: /User menu/ }).click();
  await page.getByRole("menuitem", { name: "Fresh" }).click();
  await page.getByText("No sandboxes found").waitFor();
  await page.getByRole("button", { name: "Create an API key" }).click();
  const snippet = page.getByLabel("the curl command", { exact: true });
  expect(await snippet.innerText()).toContain("export TERRARIUM_API_KEY=trm_");
  await page.getByRole("button", { name: "Copy the curl command" }).click();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  expect(await snippet.innerText()).not.toBe(command);
  const { stdout } = await promisify(execFile)("sh", ["-c", `${command} -s`]);
  expect(JSON.parse(stdout)).toMatchObject({ status: "running" });
  await page.getByRole("button", { name: /^Auto/ }).click();
  await page.getByRole("menuitem", { name: "Refresh Now" }).click();
  await page.getByText("1 RUNNING").waitFor();
  await switchBack(page);
});

test("the countdown starts at 21 s; the first load shows Loading...", async () => {
  const { page } = ada();
  const release = await holdBack(page, "**/get_sandbox_list");
  await page.goto(`${server().origin}/sandboxes`);
  await page.getByText("Loading...").waitFor();
  const auto = page.getByRole("button", { name: /^Auto \(\d+s\)$/ });
  expect(await auto.innerText()).toBe("Auto (21s)");
  await release();
  await expect.poll(() => auto.innerText(), { interval: 100 }).toMatch(/1\ds/);
  await auto.click();
  const choices = page.getByRole("menuitem").or(page.getByRole("menuitemcheckbox"));
  await expect
    .poll(() => choices.allTextContents())
    .toEqual(["Refresh Now", "Every 10s", "Every 21s", "Every 30s", "Turn Off (Manual)"]);
  await page.getByRole("menuitemcheckbox", { name: "Every 30s" }).click();
  await expect.poll(() => auto.innerText()).toMatch(/2\ds|30s/);
  await page.getByText(/^Last updated \d\d:\d\d:\d\d$/).waitFor();
  await page.getByRole("button", { name: /^Auto/ }).click();
  await page.getByRole("menuitemcheckbox", { name: "Turn Off (Manual)" }).click();
});

test("a failed list is emptied, reported and recovers", async () => {
  const { page } = ada();
  const logged = page.waitForEvent("console", (message) =>
    message.text().includes("The sandboxes could not be loaded"),
  );
  await server().kill();
  await page.getByRole("button", { name: "Manual" }).click();
  await page.getByRole("menuitem", { name: "Refresh Now" }).click();
  await page.getByText("The list could not be loaded").waitFor();
  expect(await rows().count()).toBe(0);
  expect((await logged).type()).toBe("error");
  await server().restart();
  await expect.poll(() => rows().count()).toBeGreaterThan(0);
});
