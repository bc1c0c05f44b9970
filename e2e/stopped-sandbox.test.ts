import { executeBoxCommands } from "@terrarium/contract/box-commands";
import { proxyPath } from "@terrarium/contract/proxy";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { createBox, getBox } from "./support/api.ts";
import { providePerson, provideServer } from "./support/fixtures.ts";
import { post } from "./support/server.ts";

const server = provideServer();
const ada = providePerson("ada", server);

const run = async (id: string, command: string): Promise<string> => {
  const path = executeBoxCommands.path.replace("{boxId}", id);
  const answer = await post(server().origin, path, { command }, ada().token);
  return executeBoxCommands.response.parse(await answer.json()).stdout;
};
const statusOf = async (id: string) => (await getBox(server().origin, ada().token, id)).status;
const row = (page: Page, name: string) =>
  page.getByRole("table", { name: "Sandboxes" }).getByRole("row").filter({ hasText: name });

test("stops in the list and starts on its page with its files", async () => {
  const { page, token } = ada();
  const { id } = await createBox(server().origin, token, { name: "worker", keepAlive: "2m", envs: { WORD: "kept" } });
  await run(id, "echo $WORD > /sdcard/note");
  await page.goto(`${server().origin}/sandboxes`);
  const menu = row(page, "worker").getByRole("button", { name: "Actions for worker" });
  await menu.click();
  await page.getByRole("menuitem", { name: "Stop" }).click();
  await row(page, "worker").getByText("Stopped").waitFor();
  await page.getByText("0 RUNNING").waitFor();
  expect(await statusOf(id)).toBe("stopped");
  await menu.click();
  await page.getByRole("menuitem", { name: "Start" }).waitFor();

  await page.goto(`${server().origin}/sandboxes/${id}`);
  const screen = page.getByRole("region", { name: "Screen", exact: true });
  await screen.getByText("This sandbox is stopped").waitFor();
  await screen.getByText(/^Its files and the data of its apps are kept until /).waitFor();
  await screen.getByRole("button", { name: "Start", exact: true }).click();
  await screen.getByText("Live", { exact: true }).waitFor();
  expect(await statusOf(id)).toBe("running");
  expect(await run(id, "cat /sdcard/note")).toBe("kept\n");

  await page.getByRole("button", { name: "Stop worker" }).click();
  await screen.getByText("This sandbox is stopped").waitFor();
});

test("a viewer reports the stop and recovers after the start", async () => {
  const { context, token } = ada();
  const { origin } = server();
  const { id } = await createBox(origin, token);
  const page = await context.newPage();
  await page.goto(`${origin}${proxyPath(id)}`);
  const change = (what: string) => post(origin, `/api/v1/boxes/${id}/${what}`, {}, token);
  await page.getByText("Live", { exact: true }).waitFor();
  await change("stop");
  await page.getByText("This sandbox is stopped").waitFor();
  const link = page.getByRole("link", { name: "Open sandbox page" });
  expect(await link.getAttribute("href")).toBe(`/sandboxes/${id}`);
  await page.getByRole("link", { name: "Files" }).click();
  await page.getByRole("region", { name: "Files" }).getByText("This sandbox is stopped").waitFor();
  expect((await change("start")).status).toBe(200);
  await page.getByRole("region", { name: "Files" }).getByRole("button", { name: "Upload" }).waitFor();
  await page.getByRole("link", { name: "Screen" }).click();
  await page.getByText("Live", { exact: true }).waitFor();
  await page.close();
});

test("Start another like this keeps the original lifetime", async () => {
  const { page, token } = ada();
  const { origin } = server();
  const { id } = await createBox(origin, token, { expiresIn: "9m" });
  for (const what of ["stop", "terminate"]) await post(origin, `/api/v1/boxes/${id}/${what}`, {}, token);
  await page.goto(`${origin}/sandboxes/${id}`);
  await page.getByRole("button", { name: "Start another like this" }).click();
  await page.waitForURL((url) => url.pathname.startsWith("/sandboxes/sbx_") && !url.pathname.endsWith(id));
  const another = await getBox(origin, token, new URL(page.url()).pathname.split("/").at(-1) ?? "");
  expect(Date.parse(another.expiresAt) - Date.parse(another.updatedAt)).toBe(9 * 60_000);
});

test("kill -9 between stop and start loses nothing", async () => {
  const { token } = ada();
  const { id } = await createBox(server().origin, token, { name: "survivor" });
  await run(id, "echo mine > /sdcard/note");
  const change = (what: string) => post(server().origin, `/api/v1/boxes/${id}/${what}`, {}, token);
  expect((await change("stop")).status).toBe(200);
  await server().kill();
  await server().restart();
  expect(await statusOf(id)).toBe("stopped");
  // Interrupts the start: an unfinished one leaves it stopped.
  const cut = change("start").catch(() => undefined);
  await server().kill();
  await server().restart();
  await cut;
  await expect.poll(() => statusOf(id)).toMatch(/^(stopped|running)$/);
  expect((await change("start")).status).toBe(200);
  expect(await run(id, "cat /sdcard/note")).toBe("mine\n");
});
