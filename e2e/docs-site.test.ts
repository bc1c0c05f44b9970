import { expect, test } from "vitest";
import { providePerson, provideServer } from "./support/fixtures.ts";

const server = provideServer();
const ada = providePerson("ada", server);

test("finds a page by search without requests to other hosts", async () => {
  const { page } = ada();
  const { origin } = server();
  const problems: string[] = [];
  const elsewhere: string[] = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", ({ message }) => problems.push(message));
  page.on("request", (request) => {
    if (!request.url().startsWith(origin) && !/^(data|blob):/.test(request.url())) elsewhere.push(request.url());
  });
  await page.goto(`${origin}/sandboxes`);
  await page.evaluate(() => localStorage.setItem("theme", "dark"));
  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByRole("menuitem", { name: "Documentation" }).click();
  await page.getByRole("heading", { name: "Terrarium", level: 1 }).waitFor();
  expect(await page.evaluate(() => document.documentElement.classList.contains("dark"))).toBe(true);

  await page.locator(".VPNavBarSearch button").first().click();
  await page.locator("#localsearch-input").fill("rate limit");
  await page.locator("#localsearch-list .result").first().click();
  await page.waitForURL("**/docs/**");
  await page.goto(`${origin}/docs/reference/api`);
  expect(await page.locator(".vp-doc a", { hasText: "/api/docs/" }).getAttribute("href")).toBe("/api/docs/");
  await page.locator(".vp-doc a", { hasText: "scope" }).click();
  await page.locator(".vp-doc a", { hasText: "/docs/reference/errors" }).first().click();
  await page.getByRole("heading", { name: "Errors", level: 1 }).waitFor();
  await page.goto(`${origin}/docs/guide/command-line`);
  await page.locator(".vp-doc button.copy").first().click();
  await page.locator("button.copy.copied").waitFor();
  expect(elsewhere).toEqual([]);
  expect(problems).toEqual([]);
});
