import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { createBox, firstTeam } from "./support/api.ts";
import { openBrowser, useToken } from "./support/browser.ts";
import { providePerson, provideServer } from "./support/fixtures.ts";
import { addPastUsage } from "./support/past.ts";

const server = provideServer();
const ada = providePerson("ada", server);
/** A past month, so that the charts do not depend on the date of the test. */
const AT = "2026-03-15T12:00:00.000Z";
const CHARTS = ["Sandboxes Started", "Usage Costs", "vCPU Hours", "RAM Hours"];

beforeAll(async () => {
  const team = await firstTeam(server().origin, ada().token);
  addPastUsage(server(), team.id, [
    { cpu: 2, memoryMb: 2048, startedAt: new Date("2026-03-10T10:00:00Z"), minutes: 60 },
    { cpu: 2, memoryMb: 2048, startedAt: new Date("2026-03-10T12:00:00Z"), minutes: 30 },
    { cpu: 4, memoryMb: 1024, startedAt: new Date("2026-02-03T12:00:00Z"), minutes: 60 },
  ]);
});

const open = async (query = "") => {
  const { page } = ada();
  await page.goto(`${server().origin}/usage?at=${AT}${query}`);
  return page;
};

test("opens on the month from the sidebar", async () => {
  const { page } = ada();
  await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "Usage" }).click();
  await page.getByRole("heading", { level: 1, name: "USAGE" }).waitFor();
  await page.getByRole("heading", { name: "Usage Analytics" }).waitFor();
  expect(await page.getByRole("radio", { name: "Monthly" }).getAttribute("aria-checked")).toBe("true");
});

test("four charts show the usage", async () => {
  const page = await open();
  await page.getByText("March 2026").waitFor();
  for (const name of CHARTS) await page.getByRole("slider", { name }).waitFor();
  // 1.5 h of 2 CPUs and 2 GB at $0.02 and $0.005 an hour.
  const total = (chart: string) => page.getByRole("region", { name: chart });
  await total("Sandboxes Started").getByText("2", { exact: true }).first().waitFor();
  await total("Usage Costs").getByText("$0.075").waitFor();
  await total("vCPU Hours").getByText("3 h").waitFor();
  await total("RAM Hours").getByText("3 GB h").waitFor();
});

test("pointer and arrow keys show a day's value", async () => {
  const page = await open();
  const chart = page.getByRole("slider", { name: "Sandboxes Started" });
  await chart.focus();
  await page.keyboard.press("Home");
  for (let day = 1; day < 10; day += 1) await page.keyboard.press("ArrowRight");
  await expect.poll(() => chart.getAttribute("aria-valuetext")).toBe("Mar 10, 2026: 2");
  const region = page.getByRole("region", { name: "Usage Costs" });
  const box = await region.locator("svg").boundingBox();
  if (box === null) throw new Error("the chart is not on the page");
  await page.mouse.move(box.x + box.width * 0.33, box.y + box.height / 2);
  await region.getByText(/^Mar \d+, 2026$/).waitFor();
});

test("shows weeks and years and navigates between them", async () => {
  const page = await open();
  await page.getByRole("button", { name: "Previous period" }).click();
  await page.getByText("February 2026").waitFor();
  await page.getByRole("region", { name: "vCPU Hours" }).getByText("4 h").waitFor();
  await page.getByRole("button", { name: "Next period" }).click();
  await page.getByText("March 2026").waitFor();
  await open("&period=yearly");
  await page.getByRole("region", { name: "vCPU Hours" }).getByText("7 h").waitFor();
  await open("&period=weekly");
  await page.getByText(/Mar 9 – 15, 2026/).waitFor();
  await page.getByRole("radio", { name: "Weekly" }).focus();
  await page.keyboard.down("ArrowRight");
  await page.waitForURL((url) => !url.searchParams.has("period"));
  await page.keyboard.up("ArrowRight");
});

test("table and CSV file show the same values", async () => {
  const page = await open();
  await page.getByRole("radio", { name: "Table" }).click();
  const table = page.getByRole("table", { name: "Usage" });
  await table.getByRole("row").filter({ hasText: "Mar 10, 2026" }).filter({ hasText: "$0.075" }).waitFor();
  expect(await table.getByRole("row").count()).toBe(1 + 31 + 1);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  const lines = (await readFile(await file.path(), "utf8")).trim().split(/\r?\n/);
  expect(lines.filter((line) => line.startsWith("2026-03-10"))).toHaveLength(1);
});

test("breaks usage down by template, member and label, with a forecast", async () => {
  const { page, token } = ada();
  const { origin } = server();
  await createBox(origin, token, { templateId: "tpl_small_phone", labels: { run: "7", task: "checkout" } });
  await page.goto(`${origin}/usage`);
  await page.getByText(/^Forecast for .*: \$\d+\.\d+, if the pace of the last 7 days continues\.$/).waitFor();
  const row = (text: string) =>
    page.getByRole("table", { name: "Breakdown" }).getByRole("row").filter({ hasText: text });
  await row("Small phone").waitFor();
  await page.getByRole("radio", { name: "API Key" }).click();
  await row("Without an API key").waitFor();
  await page.getByRole("radio", { name: "Member" }).click();
  await row("ada").waitFor();
  await page.getByRole("radio", { name: "Label" }).click();
  await page.getByRole("button", { name: "Label: run" }).click();
  await page.getByRole("menuitemcheckbox", { name: "task" }).click();
  await row("checkout").waitFor();
  expect(new URL(page.url()).searchParams.get("label")).toBe("task");
  await page.goto(`${origin}/usage?at=${AT}`);
  await row("Not recorded").waitFor();
  expect(await page.getByText(/^Forecast/).count()).toBe(0);
});

test("reports a failure, and Try Again reloads", async () => {
  const { page } = ada();
  await page.route("**/get_usage", (route) =>
    route.fulfill({ status: 500, json: { code: "internal", message: "Oops" } }),
  );
  await open();
  await page.getByText("Failed to load the usage").waitFor();
  await page.unroute("**/get_usage");
  await page.getByRole("button", { name: "Try Again" }).click();
  await page.getByRole("slider", { name: "RAM Hours" }).waitFor();
});

/** Opens a browser with a time zone. */
async function inZone(timeZone: string): Promise<Page> {
  const { page, context } = await openBrowser();
  onTestFinished(() => context.close());
  await page.addInitScript((zone) => {
    const formatter = Intl.DateTimeFormat.prototype;
    const reported: object = formatter.resolvedOptions.call(new Intl.DateTimeFormat());
    Object.defineProperty(formatter, "resolvedOptions", { value: () => ({ ...reported, timeZone: zone }) });
  }, timeZone);
  await useToken(page, server().origin, ada().token);
  return page;
}

test("an unknown time zone falls back to UTC with a note", async () => {
  const page = await inZone("Etc/Unknown");
  await page.goto(`${server().origin}/usage`);
  await page.getByRole("slider", { name: "RAM Hours" }).waitFor();
  await page
    .getByText("does not support this browser's time zone, Etc/Unknown. Days start at midnight in UTC")
    .waitFor();
});

test("a time zone rejected by the server falls back to UTC", async () => {
  const page = await inZone("Europe/Kyiv");
  await page.route("**/get_usage", (route) =>
    route.request().postData()?.includes("Kyiv") === true
      ? route.fulfill({ status: 400, json: { code: "invalid_request", message: "timeZone: no such zone" } })
      : route.continue(),
  );
  await page.goto(`${server().origin}/usage`);
  await page.getByText("Days start at midnight in UTC").waitFor();
});
