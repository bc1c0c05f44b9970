import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createBox } from "./support/api.ts";
import { provideBrowser, providePerson, provideServer } from "./support/fixtures.ts";
import { post } from "./support/server.ts";

const server = provideServer();
const ada = providePerson("ada", server);
const stranger = provideBrowser();
let id: string;

beforeAll(async () => {
  ({ id } = await createBox(server().origin, ada().token, { expiresIn: "30m" }));
});

const open = async (page: Page, fragment = "") => {
  await page.goto("about:blank");
  await page.goto(`${server().origin}/sandboxes/${id}${fragment}`);
};
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const rows = (page: Page) => page.getByRole("region", { name: "Recordings" }).getByRole("listitem");

describe("recordings of a sandbox's screen", () => {
  test("are started and stopped at the screen, then played and downloaded", async () => {
    const { page } = ada();
    await open(page);
    await button(page, "Record").click();
    await page.getByText(/Recording 0:0[1-9] of 30:00/).waitFor();
    await button(page, "Stop recording").click();
    await page.getByText("Recording saved").waitFor();
    await button(page, "Show").click();
    await rows(page)
      .getByText(/^0:0\d · [\d.]+ k?B$/)
      .waitFor();
    const download = page.waitForEvent("download");
    await button(page, /^Download the recording/).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(new RegExp(`^${id}-.*\\.mp4$`));
    expect((await readFile(await file.path())).subarray(4, 8).toString()).toBe("ftyp");
    await button(page, /^Play the recording/).click();
    await expect.poll(() => page.locator("video").evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(720);
    await button(page, /^Close the recording/).click();
    expect(await page.locator("video").count()).toBe(0);
  });

  test("save the last seconds once there are some", async () => {
    const { page } = ada();
    await open(page, "#!action=recordings");
    await rows(page).first().waitFor();
    const count = await rows(page).count();
    await button(page, "Save last 30 s").click();
    await page.getByText("There is nothing to save yet").waitFor();
    await page.locator("canvas").first().click();
    await button(page, "Save last 30 s").click();
    await page.getByText("Saved the last 30 s").waitFor();
    await expect.poll(() => rows(page).count()).toBe(count + 1);
  });

  test("appear when a program makes them", async () => {
    const { page, token } = ada();
    const { origin } = server();
    await open(page, "#!action=recordings");
    await rows(page).first().waitFor();
    const count = await rows(page).count();
    const call = (step: string) => post(origin, `/api/v1/boxes/${id}/actions/recording/${step}`, {}, token);
    await call("start");
    await page.getByText(/Recording 0:\d\d of 30:00/).waitFor();
    await call("stop");
    await expect.poll(() => rows(page).count()).toBe(count + 1);
  });

  test("are hidden from visitors by link", async () => {
    const { origin } = server();
    const made = await post(origin, `/api/v1/boxes/${id}/live-view-url`, { rights: ["shell"] }, ada().token);
    const { url } = z.object({ url: z.string() }).parse(await made.json());
    const { page } = stranger();
    await page.goto(url);
    await page.getByText("Live", { exact: true }).waitFor();
    await button(page, "Save a screenshot").waitFor();
    expect(await button(page, /record|last 30 s/i).count()).toBe(0);
  });
});
