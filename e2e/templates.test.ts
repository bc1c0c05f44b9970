import { execFile } from "node:child_process";
import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { holdBack } from "./support/browser.ts";
import { providePerson, provideServer } from "./support/fixtures.ts";

const server = provideServer();
const ada = providePerson("ada", server);
const rows = () => ada().page.getByRole("table", { name: "Templates" }).getByRole("row").filter({ hasText: "tpl_" });

test("lists the seeded templates with their properties", async () => {
  const { page } = ada();
  await page.goto(`${server().origin}/templates`);
  await expect.poll(() => rows().count()).toBe(8);
  expect(await page.getByRole("columnheader").allTextContents()).toEqual([
    "ID",
    "NAME",
    "CPU",
    "MEMORY",
    "SCREEN",
    "PRICE PER HOUR",
    "CREATED AT",
    "UPDATED AT",
    "VISIBILITY",
  ]);
  const phone = await rows().filter({ hasText: "tpl_phone" }).first().innerText();
  for (const text of ["Phone", "2", "2048", "public"]) expect(phone.toLowerCase()).toContain(text.toLowerCase());
});

test("search covers id and name; filters combine", async () => {
  const { page } = ada();
  const search = page.getByPlaceholder("Find a template...");
  await search.fill("TABLET");
  await expect.poll(() => rows().count()).toBe(1);
  await search.fill("no such thing");
  await page.getByText("No matching templates found").waitFor();
  await search.fill("phone");
  await expect.poll(() => rows().count()).toBe(4);
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  await page.getByRole("menuitemcheckbox", { name: /2048/ }).click();
  await expect.poll(() => rows().count()).toBe(3);
  await page.keyboard.press("Escape");
});

test("all specified filters apply, toggle and clear", async () => {
  const { page } = ada();
  await page.goto(`${server().origin}/templates`);
  await expect.poll(() => rows().count()).toBe(8);
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  const entries = page.getByRole("menuitemcheckbox");
  await expect
    .poll(() => entries.allTextContents())
    .toEqual(["1 CPU core", "2 CPU cores", "4 CPU cores", "1024 MB", "2048 MB", "4096 MB", "Public", "Private"]);
  const shows = async (filter: string, ids: readonly string[]) => {
    await entries.filter({ hasText: filter }).click();
    await expect.poll(() => rows().getByText(/^tpl_/).allTextContents()).toEqual(ids);
    await entries.filter({ hasText: filter }).click();
    await expect.poll(() => rows().count()).toBe(8);
  };
  for (const filter of ["1 CPU", "1024"]) await shows(filter, ["tpl_small_phone", "tpl_linux"]);
  for (const filter of ["2 CPU", "2048"])
    await shows(filter, ["tpl_phone", "tpl_large_phone", "tpl_short_phone", "tpl_browser"]);
  for (const filter of ["4 CPU", "4096"]) await shows(filter, ["tpl_tablet", "tpl_desktop"]);
  await shows("Private", []);
  await entries.filter({ hasText: "Private" }).click();
  await entries.filter({ hasText: "1024" }).click();
  await page.getByText("No templates found").waitFor();
  await page.getByText("The filters hide all 8.").waitFor();
  await page.getByRole("menuitem", { name: "Clear all filters" }).click();
  await expect.poll(() => rows().count()).toBe(8);
});

test("missing fields show N/A, and missing visibility shows public", async () => {
  const { page } = ada();
  const at = "2026-11-01T10:00:00Z";
  const answer = { id: "tpl_bare", name: "Bare", createdAt: at, updatedAt: at };
  await page.route("**/api/v1/template/get_all_templates", (route) => route.fulfill({ json: answer }));
  await page.goto(`${server().origin}/templates`);
  const cells = rows().getByRole("cell");
  await expect.poll(() => cells.count()).toBe(9);
  expect((await cells.allInnerTexts()).map((text) => text.split("\n")[0])).toEqual([
    "tpl_bare",
    "Bare",
    "N/A",
    "N/A",
    "no screen",
    "N/A",
    "Nov 1, 2026",
    "Nov 1, 2026",
    "public",
  ]);
  await page.unroute("**/api/v1/template/get_all_templates");
});

test("shows the provider; an unavailable template cannot be chosen", async () => {
  const { page } = ada();
  const at = "2026-11-01T10:00:00Z";
  const missing = ["the engine lacks its image: build it with npm run images, or pull it"];
  const answer = [
    { id: "tpl_android", name: "Android", provider: "docker", missing, createdAt: at, updatedAt: at },
    { id: "tpl_phone", name: "Phone", provider: "embedded", createdAt: at, updatedAt: at },
  ];
  await page.route("**/api/v1/template/get_all_templates", (route) => route.fulfill({ json: answer }));
  await page.goto(`${server().origin}/templates`);
  const row = (id: string) => rows().filter({ hasText: id });
  await row("tpl_android").getByText(`Not available: ${missing[0]}`).waitFor();
  await row("tpl_android").getByText("docker", { exact: true }).waitFor();
  expect(
    await row("tpl_android")
      .getByRole("button", { name: /New Sandbox/ })
      .isDisabled(),
  ).toBe(true);
  await row("tpl_phone").getByText("Runs on this server", { exact: true }).waitFor();
  await row("tpl_phone")
    .getByRole("button", { name: /New Sandbox/ })
    .click();
  const dialog = page.getByRole("dialog", { name: "New Sandbox" });
  expect(await dialog.getByRole("radio", { name: /Android/ }).isDisabled()).toBe(true);
  await page.keyboard.press("Escape");
  await page.unroute("**/api/v1/template/get_all_templates");
});

/** Follows the snippet: installs the SDK in a new folder and runs the program. Returns its `box`. */
async function runPasted(snippet: string): Promise<unknown> {
  const run = promisify(execFile);
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "terrarium-pasted-"));
  const cwd = folder.path;
  const install = /npm install .*/.exec(snippet)?.[0] ?? "";
  await writeFile(path.join(cwd, "package.json"), '{"type":"module"}');
  await run("sh", ["-c", `${install} --no-audit --no-fund`], { cwd });
  await writeFile(path.join(cwd, "program.js"), `${snippet}\nconsole.log(JSON.stringify(box));`);
  const env = { PATH: process.env.PATH, TERRARIUM_API_KEY: ada().token };
  const { stdout } = await run(process.execPath, ["program.js"], { cwd, env });
  return JSON.parse(stdout);
}

test("New Sandbox starts with the row's template and its code", async () => {
  const { page } = ada();
  await page.goto(`${server().origin}/templates`);
  const opener = rows().filter({ hasText: "tpl_tablet" }).getByRole("button", { name: "New Sandbox" });
  await opener.click();
  const dialog = page.getByRole("dialog", { name: "New Sandbox" });
  await dialog.getByRole("radio", { name: "Tablet", checked: true }).waitFor();
  await dialog.getByRole("radio", { name: "5 min", exact: true }).click();
  await dialog.getByRole("button", { name: "Add metadata" }).click();
  await dialog.getByLabel("Key").fill("task");
  await dialog.getByLabel("Value").fill("it's late");
  await dialog.getByText("Create with code").click();
  const sdk = await dialog.getByLabel("the SDK call", { exact: true }).innerText();
  for (const text of ['templateId: "tpl_tablet"', 'expiresIn: "5m"', 'labels: { task: "it\'s late" }'])
    expect(sdk).toContain(text);
  expect(await runPasted(sdk)).toMatchObject({ config: { templateId: "tpl_tablet", labels: { task: "it's late" } } });
  await dialog.getByRole("button", { name: "Copy the curl command" }).click();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  const { stdout } = await promisify(execFile)("sh", ["-c", `${command} -s`], {
    env: { PATH: process.env.PATH, TERRARIUM_API_KEY: ada().token },
  });
  expect(JSON.parse(stdout)).toMatchObject({ config: { templateId: "tpl_tablet", labels: { task: "it's late" } } });
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
});

test("reports a failed list in the table", async () => {
  const { page } = ada();
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  const release = await holdBack(page, "**/api/v1/template/get_all_templates");
  await page.goto(`${server().origin}/templates`);
  await page.getByText("Loading templates...").waitFor();
  await server().whileDown(async () => {
    await release();
    await page.getByText("Failed to fetch templates").waitFor();
  });
  expect(logged.join("\n")).toContain("Failed to fetch templates");
  await expect.poll(() => rows().count()).toBe(8);
});
