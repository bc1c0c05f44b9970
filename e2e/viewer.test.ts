import { readFileSync } from "node:fs";
import type { Box } from "@terrarium/contract/boxes";
import { liveActionUrls } from "@terrarium/contract/proxy";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { createBox, screenshot } from "./support/api.ts";
import { openBrowser, signInAs } from "./support/browser.ts";
import { providePerson, provideServer } from "./support/fixtures.ts";
import { post } from "./support/server.ts";

const server = provideServer();
const ada = providePerson("ada", server);
let box: Box;
const urls = () => liveActionUrls(server().origin, box.id);

beforeAll(async () => {
  box = await createBox(server().origin, ada().token, { templateId: "tpl_phone" });
});

/** Opens an address of the viewer as a new tab would: a change of the fragment alone loads nothing. */
async function open(url: string): Promise<Page> {
  const { page } = ada();
  await page.goto("about:blank");
  await page.goto(url);
  return page;
}

test("Screen Live shows the screen and takes the person's touch and typing", async () => {
  const page = await open(urls().screen);
  await page.getByText("Live", { exact: true }).waitFor();
  const canvas = page.locator("canvas").first();
  await expect
    .poll(() =>
      canvas.evaluate((element) => (element instanceof HTMLCanvasElement ? element.width / element.height : 0)),
    )
    .toBeCloseTo(720 / 1280, 2);
  const before = await screenshot(server().origin, ada().token, box.id);
  const area = await canvas.boundingBox();
  if (area === null) throw new Error("the canvas is not shown");
  // The search field of the home screen; see the playground's sample for where things are.
  await page.mouse.click(area.x + area.width * (360 / 720), area.y + area.height * (517 / 1280));
  await page.keyboard.type("calc");
  await page.keyboard.press("Enter");
  await expect
    .poll(async () => (await screenshot(server().origin, ada().token, box.id)).png.equals(before.png))
    .toBe(false);
  const drawn = await canvas.screenshot();
  await page.getByRole("button", { name: "Home" }).click();
  await expect.poll(async () => (await canvas.screenshot()).equals(drawn)).toBe(false);
});

test("Screen Live follows the device when it is turned, and touches meet what they are on", async () => {
  const page = await open(urls().screen);
  await page.getByText("Live", { exact: true }).waitFor();
  const canvas = page.locator("canvas").first();
  const ratio = () =>
    canvas.evaluate((element) => (element instanceof HTMLCanvasElement ? element.width / element.height : 0));
  const shell = await ada().context.newPage();
  await shell.goto(urls().shell);
  const terminal = shell.getByLabel("Shell of the device");
  await expect.poll(() => terminal.innerText()).toContain("$");
  await terminal.click();
  await shell.keyboard.type("settings put system user_rotation 1\n");
  await expect.poll(ratio).toBeCloseTo(1280 / 720, 2);
  const area = await canvas.boundingBox();
  if (area === null) throw new Error("the canvas is not shown");
  expect(area.width / area.height).toBeCloseTo(1280 / 720, 1);
  const before = await canvas.screenshot();
  // Clock and search stand beside each other on a screen that lies down.
  await page.mouse.click(area.x + area.width * 0.75, area.y + area.height * 0.2);
  await expect.poll(async () => (await canvas.screenshot()).equals(before)).toBe(false);
  await shell.keyboard.type("settings put system user_rotation 0\n");
  await expect.poll(ratio).toBeCloseTo(720 / 1280, 2);
  await shell.close();
});

test("Shell is a terminal", async () => {
  const page = await open(urls().shell);
  const terminal = page.getByLabel("Shell of the device");
  await expect.poll(() => terminal.innerText()).toContain("$");
  await terminal.click();
  await page.keyboard.type("getprop ro.product.model; echo $((6 * 7))\n");
  await expect.poll(() => terminal.innerText()).toContain("42");
  await page.keyboard.type("exit 3\n");
  await expect.poll(() => terminal.innerText()).toMatch(/3/);
  await expect.poll(() => terminal.innerText()).toContain("Enter");
});

test("List Files lists, uploads and downloads", async () => {
  const page = await open(urls().files);
  await page.getByText("This folder is empty").waitFor();
  const content = Buffer.from("made in a browser\n".repeat(1000));
  await page
    .getByLabel("Files to upload")
    .setInputFiles({ name: "note é.txt", mimeType: "text/plain", buffer: content });
  await page.getByRole("table", { name: "Files" }).getByText("note é.txt").waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download note é.txt" }).click(),
  ]);
  expect(readFileSync(await download.path()).equals(content)).toBe(true);
});

test("a stranger, a teamless user and the end of the sandbox are told apart", async () => {
  const stranger = await openBrowser();
  await stranger.page.goto(urls().screen);
  await stranger.page.getByRole("link", { name: /sign in/i }).waitFor();
  await signInAs(stranger.page, server().origin, "eve");
  await stranger.page.goto(urls().screen);
  await stranger.page.getByText("No such sandbox").waitFor();
  await stranger.close();

  const page = await open(urls().screen);
  await page.getByText("Live", { exact: true }).waitFor();
  await post(server().origin, `/api/v1/boxes/${box.id}/terminate`, {}, ada().token);
  await page.getByText("This sandbox has ended").waitFor();
});
