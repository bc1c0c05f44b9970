import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { firstTeam } from "./support/api.ts";
import { providePerson, provideServer } from "./support/fixtures.ts";
import { post } from "./support/server.ts";

const server = provideServer();
const ada = providePerson("ada", server);

/** Repeats an action until it shows something. Scalar forgets clicks while it still lays out the page. */
const until = (shown: Locator, act: () => Promise<unknown>) =>
  expect
    .poll(
      async () => {
        if (await shown.isVisible()) return true;
        await act();
        return false;
      },
      { interval: 1_000 },
    )
    .toBe(true);

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
  await page.evaluate(() => localStorage.setItem("theme", "light"));
  await page.goto(`${origin}/api/docs`);
  await page.getByRole("heading", { name: "Terrarium", level: 1 }).waitFor();
  expect(await page.locator("body").getAttribute("class")).toContain("light-mode");
  await page.goto(`${origin}/api/docs/#tag/template/GET/api/v1/template/get_all_templates`);
  await page.reload();
  await page.getByPlaceholder("Token").first().fill(key);
  const title = page.getByRole("heading", { name: "List the templates available to the caller" });
  const call = page.locator("section").filter({ has: title }).last();
  await call.getByText("An API key needs the scope").waitFor();
  const click = (name: string) => call.getByRole("button", { name }).dispatchEvent("click");
  const options = page.getByRole("option");
  await until(options.first(), () => click("Change code sample language"));
  expect(await options.allInnerTexts()).toEqual(["SDK", "curl", "CLI"]);
  await until(call.getByText("terrarium template list"), async () => {
    if (!(await options.first().isVisible())) await click("Change code sample language");
    await options.filter({ hasText: "CLI" }).click({ timeout: 5_000 });
  });

  const client = page.getByRole("dialog");
  await until(client, () => click("Test Request"));
  await client.getByRole("button", { name: "Send get request" }).click();
  await client.getByText("200 OK").waitFor();
  await client.getByText("tpl_phone").first().waitFor();
  expect(elsewhere).toEqual([]);
  expect(problems).toEqual([]);
  expect(
    await page.evaluate(() => [localStorage, sessionStorage].map((storage) => JSON.stringify(storage)).join("")),
  ).not.toContain(key);
});
