import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { firstTeam } from "./support/api.ts";
import { providePerson, provideServer } from "./support/fixtures.ts";
import { addPastInvoice } from "./support/past.ts";

const server = provideServer();
const ada = providePerson("ada", server);
const history = () => ada().page.getByRole("table", { name: "Billing History" });

test("the plans are those of the specification, Hobby being the current one", async () => {
  const { page } = ada();
  await page.goto(`${server().origin}/billing`);
  const features = (plan: string) =>
    page
      .getByRole("region", { name: `${plan} plan` })
      .getByRole("listitem")
      .allTextContents();
  await page.getByRole("region", { name: "Hobby plan" }).getByText("Current plan").waitFor();
  await page.getByRole("region", { name: "Pro plan" }).getByText("$49/month").waitFor();
  expect(await features("Hobby")).toEqual([
    "One-time $100 credits",
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

test("without a payment provider Upgrade to Pro says how to set one up", async () => {
  const { page } = ada();
  await page.getByRole("button", { name: "Upgrade to Pro" }).click();
  await page.getByText(/Payments are not configured on this server.*STRIPE_SECRET_KEY/).waitFor();
});

test("before the first invoice the history says so", async () => {
  await history().getByText("No invoices yet").waitFor();
});

test("an invoice is listed, and downloaded as a PDF document", async () => {
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
  await history().getByText("paid by credits").waitFor();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    history()
      .getByRole("button", { name: /^Download/ })
      .click(),
  ]);
  expect(file.suggestedFilename()).toBe("INV-202603-TEST.pdf");
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe("%PDF-");
});

test("a failed download says so", async () => {
  const { page } = ada();
  await page.route("**/download_invoice", (route) => route.abort("connectionrefused"));
  await history()
    .getByRole("button", { name: /^Download/ })
    .click();
  await page.getByText("Failed to download invoice").waitFor();
});
