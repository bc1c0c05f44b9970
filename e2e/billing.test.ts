import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { firstTeam } from "./support/api.ts";
import { providePerson, provideServer } from "./support/fixtures.ts";
import { addPastInvoice } from "./support/past.ts";
import { post } from "./support/server.ts";

const server = provideServer();
const ada = providePerson("ada", server);
const history = () => ada().page.getByRole("table", { name: "Billing History" });

test("shows the specified plans with Hobby as the current one", async () => {
  const { page } = ada();
  await page.goto(`${server().origin}/billing`);
  const features = (plan: string) =>
    page
      .getByRole("region", { name: `${plan} plan` })
      .getByRole("listitem")
      .allInnerTexts();
  await page.getByRole("region", { name: "Hobby plan" }).getByText("Current plan").waitFor();
  await page.getByRole("region", { name: "Pro plan" }).getByText("$49/month").waitFor();
  expect(await features("Hobby")).toEqual([
    "One-time $100 credits\n\nThis team has $100.00 of $100.00 left.",
    "Community support",
    "Sandbox sessions up to 1 hour",
    "Up to 20 concurrent sandboxes",
  ]);
  expect(await features("Pro")).toEqual([
    "One-time $100 credits",
    "Dedicated Slack channel with live support",
    "Prioritized features",
    "Customizable sandbox compute",
    "Sandbox sessions up to 24 hours",
    "Up to 100 concurrent sandboxes",
  ]);
});

test("Upgrade to Pro is disabled without payments, and says so", async () => {
  const { page } = ada();
  const plan = page.getByRole("region", { name: "Pro plan" });
  expect(await plan.getByRole("button", { name: "Upgrade to Pro" }).isDisabled()).toBe(true);
  await plan.getByText("Payments are not configured on this server").waitFor();
});

test("shows the total due this period", async () => {
  const due = ada().page.getByRole("region", { name: "Total due this period" });
  await due.getByText("(UTC), so far").waitFor();
  expect(await due.getByText("$0.00").count()).toBe(3);
});

test("a second team shows no credits", async () => {
  const { page, token } = ada();
  const made = await post(server().origin, "/api/v1/organization/create_an_organization", { name: "Second" }, token);
  expect(made.status).toBe(200);
  const switchTo = async (team: string) => {
    await page.goto(`${server().origin}/billing`);
    await page.getByRole("button", { name: "User menu" }).click();
    await page.getByRole("menuitem", { name: team }).click();
  };
  await switchTo("Second");
  await page.getByText("Only a user's first team gets credits. This team has none.").waitFor();
  await switchTo("ada's Team");
  await page.getByText("This team has $100.00 of $100.00 left.").waitFor();
});

test("the history is empty before the first invoice", async () => {
  await history().getByText("No invoices yet").waitFor();
});

test("lists an invoice and downloads it as PDF", async () => {
  const { page, token } = ada();
  addPastInvoice(server(), (await firstTeam(server().origin, token)).id);
  await page.reload();
  await history().getByText("INV-202603-TEST").waitFor();
  await history().getByText("Sandbox usage, March 2026").waitFor();
  expect(await history().getByRole("columnheader").allTextContents()).toEqual([
    "Invoice",
    "Date",
    "Amount",
    "Status",
    "Description",
    "Download",
  ]);
  await history().getByText("paid with credits").waitFor();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    history()
      .getByRole("button", { name: /^Download/ })
      .click(),
  ]);
  expect(file.suggestedFilename()).toBe("INV-202603-TEST.pdf");
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe("%PDF-");
});

test("reports a failed download", async () => {
  const { page } = ada();
  await page.route("**/download_invoice", (route) => route.abort("connectionrefused"));
  await history()
    .getByRole("button", { name: /^Download/ })
    .click();
  await page.getByText("Failed to download invoice").waitFor();
});
