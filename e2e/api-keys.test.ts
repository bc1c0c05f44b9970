import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { createBox, firstTeam } from "./support/api.ts";
import { holdBack, toast, touch } from "./support/browser.ts";
import { providePerson, provideServer } from "./support/fixtures.ts";
import { post } from "./support/server.ts";

const server = provideServer();
const ada = providePerson("ada", server);
const row = (name: string) =>
  ada().page.getByRole("table", { name: "API keys" }).getByRole("row").filter({ hasText: name });

/** Red dominates green and blue. */
const RED = expect.toSatisfy(([red, green, blue]: number[]) => {
  const others = Math.max(green ?? 255, blue ?? 255);
  return (red ?? 0) > 150 && (red ?? 0) > 1.5 * others;
});

/** Returns the browser's computed colour of an element, in 8 bits per channel. */
const colorOf = (element: Locator, kind: "color" | "backgroundColor"): Promise<number[]> =>
  element.evaluate((node, name) => {
    const canvas = document.createElement("canvas").getContext("2d");
    if (!canvas) throw new Error("no canvas");
    canvas.fillStyle = getComputedStyle(node)[name];
    canvas.fillRect(0, 0, 1, 1);
    return Array.from(canvas.getImageData(0, 0, 1, 1).data.slice(0, 3));
  }, kind);

async function inBothThemes<T>(page: Page, read: () => Promise<T>): Promise<T[]> {
  const found: T[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    found.push(await read());
  }
  return found;
}

test("an empty list creates its first key once", async () => {
  const { page } = ada();
  await page.goto(`${server().origin}/api-keys`);
  await row("key1").waitFor();
  await page.reload();
  await row("key1").waitFor();
  expect(await row("trm_").or(row("key1")).count()).toBe(1);
  expect(await page.getByRole("columnheader").allTextContents()).toEqual([
    "NAME",
    "API KEY",
    "SCOPE",
    "EXPIRES AT",
    "LAST USED",
    "CREATED AT",
    "UPDATED AT",
    "ACTIONS",
  ]);
});

test.for([
  ["a", "Name must be between 3 and 50 characters"],
  ["a".repeat(51), "Name must be between 3 and 50 characters"],
  ["has space", "Name can only contain letters, numbers, underscores and hyphens"],
  ["äöü", "Name can only contain letters, numbers, underscores and hyphens"],
] as const)("the name %j is refused as it is typed, and on Create", async ([name, message]) => {
  const { page } = ada();
  await page.getByRole("button", { name: "New API Key" }).click();
  const dialog = page.getByRole("dialog", { name: "New API Key" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByText(message).waitFor();
  await page.keyboard.press("Enter");
  await dialog.getByText(message).waitFor();
  await dialog.getByLabel("Name").fill("");
  await dialog.getByText("Name cannot be empty").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
});

test("creates, copies, uses and deletes a key", async () => {
  const { page } = ada();
  await page.getByRole("button", { name: "New API Key" }).click();
  const dialog = page.getByRole("dialog", { name: "New API Key" });
  await dialog.getByLabel("Name").fill("ci_runner-1");
  await dialog.getByRole("button", { name: /create/i }).click();
  await page.getByText("API Key created").waitFor();
  await row("ci_runner-1").getByRole("button", { name: "Copy the key" }).click();
  await page.getByText("API Key copied").waitFor();
  const key = await page.evaluate(() => navigator.clipboard.readText());
  expect((await createBox(server().origin, key)).status).toBe("running");

  const offered = row("ci_runner-1").getByRole("button", { name: /delete/i });
  expect(await inBothThemes(page, () => colorOf(offered, "color"))).toEqual([RED, RED]);
  await offered.click();
  const confirmed = page.getByRole("dialog", { name: "Delete API Key" }).getByRole("button", { name: "Delete" });
  expect(await inBothThemes(page, () => colorOf(confirmed, "backgroundColor"))).toEqual([RED, RED]);
  await confirmed.click();
  await page.getByText("API Key deleted").waitFor();
  await expect.poll(() => row("ci_runner-1").count()).toBe(0);
  expect((await post(server().origin, "/api/v1/boxes", { type: "android" }, key)).status).toBe(401);
});

test("the audit log describes deleted keys and rejected attempts", async () => {
  const { page, token } = ada();
  const { origin } = server();
  const { id: organizationId } = await firstTeam(origin, token);
  const refused = { organizationId, apiKeyId: "key_that_never_was" };
  expect((await post(origin, "/api/v1/api_key/delete_an_api_key", refused, token)).status).toBe(404);
  await page.goto(`${origin}/audit`);
  const log = page.getByRole("table", { name: "Audit log" });
  const entry = (words: string) => log.getByRole("row").filter({ hasText: words });
  const deletion = entry("Deleted an API key").filter({ hasText: "Done" });
  await deletion.waitFor();
  expect((await deletion.getByRole("cell").allInnerTexts()).slice(1)).toEqual([
    "ada",
    "Deleted an API key",
    'API key "ci_runner-1"',
    "Done",
  ]);
  expect((await entry("No such API key").getByRole("cell").allInnerTexts()).slice(1)).toEqual([
    "ada",
    "Deleted an API key",
    "API key",
    "No such API key",
  ]);
  const whole = await log.innerText();
  for (const code of [/(key|org|usr|sbx|req)_\w/, /\w_(not_)?found/, /deleteAnApiKey/, /127\.0\.0\.1/])
    expect(whole).not.toMatch(code);

  const details = deletion.getByRole("button", { name: /^Details of Deleted an API key/ });
  expect(await details.getAttribute("aria-expanded")).toBe("false");
  await details.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => details.getAttribute("aria-expanded")).toBe("true");
  const list = page.locator(`[id="${await details.getAttribute("aria-controls")}"]`);
  for (const text of [
    organizationId,
    /key_\w{10}/,
    /usr_\w{10}/,
    "deleteAnApiKey",
    "127.0.0.1",
    "Mozilla/5.0",
    /req_\w/,
  ])
    await list.getByText(text).waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => log.getByText("deleteAnApiKey").count()).toBe(0);
  await entry("No such API key").getByText("API key", { exact: true }).click();
  await log.getByText("api_key_not_found", { exact: true }).waitFor();

  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Deleted an API key" }).click();
  await page.keyboard.press("Escape");
  await expect.poll(() => entry("Created an API key").count()).toBe(0);
  expect(await deletion.count()).toBe(1);
  await page.goto(`${origin}/api-keys`);
});

test("a read key is limited, expires and rotates its secret", async () => {
  const { page } = ada();
  const { origin } = server();
  await page.getByRole("button", { name: "New API Key" }).click();
  const creation = page.getByRole("dialog", { name: "New API Key" });
  await creation.getByLabel("Name").fill("watcher");
  await creation.getByRole("radio", { name: /^Read/ }).click();
  await creation.getByRole("radio", { name: "In 30 days" }).click();
  await creation.getByRole("button", { name: "Create" }).click();
  const copied = async () => {
    await row("watcher").getByRole("button", { name: "Copy the key" }).click();
    return await page.evaluate(() => navigator.clipboard.readText());
  };
  const first = await copied();
  const boxes = (key: string, method = "GET") =>
    fetch(`${origin}/api/v1/boxes`, { method, headers: { authorization: `Bearer ${key}` } });
  expect((await boxes(first)).status).toBe(200);
  const refused = await boxes(first, "POST");
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ code: "scope_required", message: expect.stringContaining('"manage"') });

  const details = page.getByRole("dialog", { name: "watcher" });
  const lastUsed = details.locator("dt", { hasText: "Last used" }).locator("xpath=following-sibling::dd");
  await expect
    .poll(async () => {
      await page.reload();
      await row("watcher").getByRole("button", { name: "Details of watcher" }).click();
      return lastUsed.innerText();
    })
    .not.toBe("Never");
  await details.getByText("View sandboxes with their screens, logs and files").waitFor();
  await details.getByRole("button", { name: "Rotate secret" }).click();
  await details.getByRole("radio", { name: "In 1 hour" }).click();
  await details.getByRole("button", { name: "Create new secret" }).click();
  await details.getByText("Old secret valid until").waitFor();
  await details.getByRole("button", { name: "Close" }).click();
  const second = await copied();
  expect(second).not.toBe(first);
  for (const key of [first, second]) expect((await boxes(key)).status).toBe(200);

  await row("watcher").getByRole("button", { name: "Details of watcher" }).click();
  await details.getByRole("button", { name: "Rotate secret" }).click();
  await details.getByRole("button", { name: "Create new secret" }).click();
  await details.getByText("Old secret valid until").waitFor({ state: "detached" });
  await details.getByRole("button", { name: "Close" }).click();
  expect((await boxes(second)).status).toBe(401);
  expect((await boxes(await copied())).status).toBe(200);
});

test("the shortcut opens the playground", async () => {
  const { page } = ada();
  await page.getByRole("main").getByRole("link", { name: "Playground" }).click();
  await page.waitForURL("**/playground");
});

/** Expects a message with the problem and the next step. */
async function expectFailure(message: string): Promise<void> {
  const item = ada().page.getByRole("listitem").filter({ hasText: message }).first();
  await item.getByText("The server could not be reached. Please try again", { exact: true }).waitFor();
}

test("a server outage blocks key changes and keeps the input", async () => {
  const { page } = ada();
  await page.goto(`${server().origin}/api-keys`);
  await row("key1").waitFor();
  await touch(page);
  await page.getByRole("button", { name: "New API Key" }).click();
  const creation = page.getByRole("dialog", { name: "New API Key" });
  const deletion = page.getByRole("dialog", { name: "Delete API Key" });
  await creation.getByLabel("Name").fill("patience");
  await server().whileDown(async () => {
    await creation.getByRole("button", { name: "Create" }).click();
    await expectFailure("Error creating API key");
  });
  expect(await creation.getByLabel("Name").inputValue()).toBe("patience");
  await creation.getByRole("button", { name: "Create" }).click();
  await row("patience").waitFor();
  await row("patience").getByRole("button", { name: "Delete patience" }).click();
  await server().whileDown(async () => {
    await deletion.getByRole("button", { name: "Delete" }).click();
    await expectFailure("Error deleting API key");
  });
  await deletion.getByRole("button", { name: "Delete" }).click();
  await toast(page, "API Key deleted").waitFor();
  await expect.poll(() => row("patience").count()).toBe(0);
});

test("a failed list reports the error and reloads later", async () => {
  const { page } = ada();
  const release = await holdBack(page, "**/get_all_api_key");
  await page.goto(`${server().origin}/api-keys`);
  await touch(page);
  await page.getByText("Loading...").waitFor();
  await server().whileDown(async () => {
    await release();
    await expectFailure("Error fetching API keys");
  });
  await row("key1").waitFor();
});

test("deleted keys stay deleted after a return", async () => {
  const { page, token } = ada();
  const { origin } = server();
  const { id: organizationId } = await firstTeam(origin, token);
  const listed = await post(origin, "/api/v1/api_key/get_all_api_key", { organizationId }, token);
  for (const { id: apiKeyId } of await listed.json())
    await post(origin, "/api/v1/api_key/delete_an_api_key", { organizationId, apiKeyId }, token);
  const asked = page.waitForResponse("**/create_an_api_key");
  await page.goto(`${origin}/api-keys`);
  expect((await asked).status()).toBe(409);
  await page.getByText("No API keys").waitFor();
  expect(await row("trm_").or(row("key1")).count()).toBe(0);
  expect(await page.getByText("Error creating API key").count()).toBe(0);
});
