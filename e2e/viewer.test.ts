import { readFileSync } from "node:fs";
import type { Box } from "@terrarium/contract/boxes";
import { liveActionUrls } from "@terrarium/contract/proxy";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBox } from "./support/api.ts";
import { holdBack, openBrowser, signInAs } from "./support/browser.ts";
import { differenceToDevice, ENCODED } from "./support/device-picture.ts";
import { DeviceShell } from "./support/device-shell.ts";
import { providePerson, provideServer } from "./support/fixtures.ts";
import { post } from "./support/server.ts";

const server = provideServer();
const ada = providePerson("ada", server);
let box: Box;
/** Reads the effect of the browser's input from the device itself. */
let shell: DeviceShell;
const urls = () => liveActionUrls(server().origin, box.id);

beforeAll(async () => {
  box = await createBox(server().origin, ada().token, { templateId: "tpl_phone" });
  shell = new DeviceShell(server().origin, box.id, ada().token);
});
afterAll(() => shell.close());

/** Opens an address of the viewer like a new tab: a change of only the fragment would load nothing. */
async function open(url: string): Promise<Page> {
  const { page } = ada();
  await page.goto("about:blank");
  await page.goto(url);
  return page;
}

const ratio = (canvas: Locator) =>
  canvas.evaluate((element) => (element instanceof HTMLCanvasElement ? element.width / element.height : 0));
const appInFront = () => shell.run("dumpsys activity activities | grep mResumedActivity");

const difference = (canvas: Locator) => differenceToDevice(canvas, server().origin, ada().token, box.id);

/** Clicks at fractions of the canvas's width and height. */
async function clickAt(page: Page, canvas: Locator, x: number, y: number): Promise<void> {
  const area = await canvas.boundingBox();
  if (area === null) throw new Error("the canvas is not shown");
  await page.mouse.move(area.x + area.width * x, area.y + area.height * y);
  // Sent together: a finger held for half a second is a long press.
  await Promise.all([page.mouse.down(), page.mouse.up()]);
}

test("Screen Live shows the screen and sends touch and typing", async () => {
  const page = await open(urls().screen);
  await page.getByText("Live", { exact: true }).waitFor();
  const canvas = page.locator("canvas").first();
  await expect.poll(() => ratio(canvas)).toBeCloseTo(720 / 1600, 2);
  // The search field of the home screen. The playground's sample has the positions.
  await clickAt(page, canvas, 360 / 720, 500 / 1600);
  await page.keyboard.type("calc");
  await page.keyboard.press("Enter");
  await expect.poll(appInFront).toContain("com.terrarium.calculator/");
  await expect.poll(() => difference(canvas)).toBeLessThan(ENCODED);
  await page.getByRole("button", { name: "Home" }).click();
  await expect.poll(appInFront).toContain("com.terrarium.launcher/");
  await expect.poll(() => difference(canvas)).toBeLessThan(ENCODED);
});

test("Screen Live follows rotation, and touches hit their targets", async () => {
  const page = await open(urls().screen);
  await page.getByText("Live", { exact: true }).waitFor();
  const canvas = page.locator("canvas").first();
  await shell.run("settings put system user_rotation 1");
  await expect.poll(() => ratio(canvas)).toBeCloseTo(1600 / 720, 2);
  const area = await canvas.boundingBox();
  expect((area?.width ?? 0) / (area?.height ?? 1)).toBeCloseTo(1600 / 720, 1);
  // Clock and search are next to each other on a landscape screen.
  await clickAt(page, canvas, 0.75, 0.2);
  await page.keyboard.type("calc");
  await page.keyboard.press("Enter");
  await expect.poll(appInFront).toContain("com.terrarium.calculator/");
  await shell.run("settings put system user_rotation 0");
  await expect.poll(() => ratio(canvas)).toBeCloseTo(720 / 1600, 2);
  await expect.poll(() => difference(canvas)).toBeLessThan(ENCODED);
});

test("the toolbar turns the phone, pastes, and changes battery and network", async () => {
  const page = await open(urls().screen);
  await page.getByText("Live", { exact: true }).waitFor();
  const canvas = page.locator("canvas").first();
  const device = page.getByRole("toolbar", { name: "Device" });
  const use = (name: string) => device.getByRole("button", { name, exact: true }).click();
  await use("Rotate");
  await expect.poll(() => ratio(canvas)).toBeCloseTo(1600 / 720, 2);
  await use("Rotate");
  await expect.poll(() => ratio(canvas)).toBeCloseTo(720 / 1600, 2);
  const volume = () => shell.run("settings get system volume_music");
  const before = await volume();
  await use("Volume up");
  await expect.poll(volume).not.toBe(before);
  await use("Power");
  await expect.poll(() => shell.run("dumpsys power | grep mWakefulness=")).toContain("Asleep");
  await shell.run("input keyevent WAKEUP; wm dismiss-keyguard; input keyevent HOME");
  await clickAt(page, canvas, 360 / 720, 500 / 1600);
  await page.evaluate(() => navigator.clipboard.writeText("calc"));
  await use("Paste");
  await page.locator("textarea").press("Enter");
  await expect.poll(appInFront).toContain("com.terrarium.calculator/");

  const choose = async (name: string, isChecked: boolean) => {
    await use("More of the device");
    const item = page.getByRole("menuitemcheckbox", { name, checked: isChecked });
    await item.and(page.locator(":not([data-disabled])")).click();
  };
  await choose("Airplane mode", false);
  await expect.poll(() => shell.run("cmd connectivity airplane-mode")).toContain("enabled");
  await choose("Airplane mode", true);
  await expect.poll(() => shell.run("cmd connectivity airplane-mode")).toContain("disabled");
  await choose("15 %", false);
  await expect.poll(() => shell.run("cmd battery get level")).toContain("15");
  await choose("100 %", false);
  await expect.poll(() => shell.run("cmd battery get level")).toContain("100");
});

test("marks protected content while it is black", async () => {
  const page = await open(urls().screen);
  await page.getByText("Live", { exact: true }).waitFor();
  // A new viewer shows the recent past before the present.
  await expect.poll(() => difference(page.locator("canvas").first())).toBeLessThan(ENCODED);
  let asked = 0;
  // No device here has such an app, so the server's response is simulated.
  await page.route("**/actions/screenshot", (route) => {
    asked += 1;
    return route.fulfill({ json: { uri: "data:image/png;base64,", secure: true } });
  });
  await shell.run("input keyevent SLEEP");
  await page.getByRole("status").getByText("Protected screen").waitFor();
  await shell.run("input keyevent WAKEUP; wm dismiss-keyguard");
  await page.getByText("Protected screen").waitFor({ state: "detached" });
  expect(asked).toBe(1);
});

test("Shell is a terminal", async () => {
  const page = await open(urls().shell);
  const terminal = page.getByLabel("Shell of the device");
  await expect.poll(() => terminal.innerText()).toContain("$");
  await terminal.click();
  await page.keyboard.type("getprop ro.product.model; echo $((6 * 7))\n");
  await expect.poll(() => terminal.innerText()).toContain("42");
  await page.keyboard.type("exit $((6 + 7))\n");
  await expect.poll(() => terminal.innerText()).toMatch(/\b13\b.*Enter/s);
});

test("Shell shows more output than one window", async () => {
  const page = await open(urls().shell);
  const terminal = page.getByLabel("Shell of the device");
  await expect.poll(() => terminal.innerText()).toContain("$");
  await terminal.click();
  await page.keyboard.type("seq 1 100000; echo end-$((6 * 7))\n");
  await expect.poll(() => terminal.innerText()).toMatch(/99999\s+100000\s+end-42/);
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

test("shell and upload continue behind another view", async () => {
  const page = await open(urls().files);
  const view = (name: string) => page.getByRole("navigation", { name: "Views of the device" }).getByText(name).click();
  await page.getByRole("button", { name: "Reload" }).waitFor();
  const release = await holdBack(page, "**/files/content**");
  await page
    .getByLabel("Files to upload")
    .setInputFiles({ name: "meanwhile.txt", mimeType: "text/plain", buffer: Buffer.from("meanwhile\n") });
  await view("Shell");
  const terminal = page.getByLabel("Shell of the device");
  await expect.poll(() => terminal.innerText()).toContain("$");
  await page.keyboard.type("x=42\n");
  await view("Screen");
  await page.getByText("Live", { exact: true }).waitFor();
  await release();
  await view("Shell");
  await terminal.click();
  await page.keyboard.type("echo kept-$x\n");
  await expect.poll(() => terminal.innerText()).toContain("kept-42");
  await view("Files");
  await page.getByRole("table", { name: "Files" }).getByText("meanwhile.txt").waitFor();
});

test("a dropped app is sent and its refusal shown", async () => {
  const page = await open(urls().screen);
  const stage = page.locator("canvas");
  await stage.waitFor();
  const drop = async (...names: string[]) => {
    const files = await page.evaluateHandle((names) => {
      const made = new DataTransfer();
      for (const name of names) made.items.add(new File(["PK"], name));
      return made;
    }, names);
    await stage.dispatchEvent("dragenter", { dataTransfer: files });
    await page.getByText("Drop an app (.apk) to install it").waitFor();
    await stage.dispatchEvent("drop", { dataTransfer: files });
  };
  await drop("shop.apk", "notes.txt");
  const transfers = page.getByRole("list", { name: "Transfers" });
  await transfers.getByText("Installing an APK is not possible here: a virtual device has its apps built in").waitFor();
  await transfers.getByText("Only apps (.apk) can be dropped here").waitFor();
  expect(await page.getByText("Drop an app (.apk) to install it").count()).toBe(0);
  await transfers.getByRole("button", { name: "Dismiss shop.apk" }).click();
  await transfers.getByRole("button", { name: "Dismiss notes.txt" }).click();
  await transfers.waitFor({ state: "detached" });
});

test("distinguishes strangers, teamless users and ended sandboxes", async () => {
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
