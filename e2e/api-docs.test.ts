import { expect, test } from "vitest";
import { firstTeam } from "./support/api.ts";
import { providePerson, provideServer } from "./support/fixtures.ts";
import { post } from "./support/server.ts";

const server = provideServer();
const ada = providePerson("ada", server);

test("sends a call from the page with an entered key", async () => {
  const { page, token } = ada();
  const { origin } = server();
  const { id: organizationId } = await firstTeam(origin, token);
  const made = await post(origin, "/api/v1/api_key/create_an_api_key", { organizationId, name: "docs" }, token);
  const { key }: { key: string } = await made.json();
  const problems: string[] = [];
  const elsewhere: string[] = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("request", (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith("data:")) elsewhere.push(request.url());
  });
  await page.goto(`${origin}/api-keys`);
  expect(await page.getByRole("link", { name: "API documentation" }).getAttribute("href")).toBe("/api/docs/");
  await page.goto(`${origin}/api/docs`);
  await page.getByRole("heading", { name: /^Terrarium/ }).waitFor();
  await page.getByRole("button", { name: "Authorize" }).first().click();
  const dialog = page.locator(".modal-ux");
  const scheme = dialog.locator(".auth-container").filter({ hasText: "apiKey" });
  await scheme.locator("input").fill(key);
  await scheme.locator("button.authorize").click();
  await dialog.getByRole("button", { name: "Close" }).first().click();

  await page.locator("#operations-tag-template").click();
  const call = page.locator("#operations-template-getAllTemplates");
  await call.locator("button.opblock-summary-control").click();
  await call.getByText("An API key needs the scope").waitFor();
  await call.getByRole("button", { name: "Try it out" }).click();
  await call.getByRole("button", { name: "Execute" }).click();
  await call.locator(".live-responses-table .response-col_status").filter({ hasText: "200" }).waitFor();
  await call.locator(".live-responses-table").getByText("tpl_phone").first().waitFor();
  expect(elsewhere).toEqual([]);
  expect(problems).toEqual([]);
  expect(
    await page.evaluate(() => [localStorage, sessionStorage].map((storage) => JSON.stringify(storage)).join("")),
  ).not.toContain(key);
});
