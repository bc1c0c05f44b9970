import { fileContentPath } from "@terrarium/contract/proxy";
import { LOG_REACHED } from "@terrarium/contract/proxy-messages";
import type { Page, WebSocketRoute } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createBox, firstTeam, getBox, screenshot } from "./support/api.ts";
import { allowAxe, expectNoProblems } from "./support/axe.ts";
import { holdBack, openBrowser, signInAs } from "./support/browser.ts";
import { providePerson, provideServer } from "./support/fixtures.ts";
import { post } from "./support/server.ts";
import { expectInside, resizeForTest } from "./support/viewport.ts";

const server = provideServer();
const ada = providePerson("ada", server);
let id: string;

beforeAll(async () => {
  ({ id } = await createBox(server().origin, ada().token, { expiresIn: "30m", labels: { task: "checkout" } }));
});

const open = async (page: Page, fragment = "", sandboxId = id) => {
  await page.goto("about:blank");
  await page.goto(`${server().origin}/sandboxes/${sandboxId}${fragment}`);
};
/** Creates a phone in a new team of the same person. Returns its id. */
async function makePhoneOf(team: string): Promise<string> {
  const make = async (path: string, body: object) =>
    z.object({ id: z.string() }).parse(await (await post(server().origin, path, body, ada().token)).json()).id;
  const organizationId = await make("/api/v1/organization/create_an_organization", { name: team });
  return make("/api/v1/boxes", { type: "android", organizationId });
}
const screen = (page: Page) => page.getByRole("region", { name: "Screen", exact: true });
const live = (page: Page) => screen(page).getByText("Live", { exact: true }).waitFor();
const entry = (page: Page, text: string | RegExp) => page.getByRole("listitem").filter({ hasText: text }).first();
/** Returns the number of pixels that differ from the first pixel's colour. */
const drawn = (page: Page) =>
  page
    .locator("canvas")
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const data = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      let count = 0;
      for (let i = 4; i < data.length; i += 4) if (data[i] !== data[0]) count += 1;
      return count;
    });

describe("a sandbox's page", () => {
  test("shows finger, program, shell and file actions live", async () => {
    const { page, token } = ada();
    const { origin } = server();
    const { id: own } = await createBox(origin, token);
    await open(page, "#!action=timeline", own);
    await page.getByRole("heading", { name: own }).waitFor();
    await page.getByText("ends in").waitFor();
    await live(page);
    await entry(page, /Ready in \d+ ms/).waitFor();
    await page.getByText("Actions appear here: taps, text and keys").waitFor();

    await screen(page).locator("canvas").click();
    await entry(page, /Tapped.*ada.*x \d+ y \d+/s).waitFor();
    await screen(page).getByRole("button", { name: "Home" }).click();
    await entry(page, /Pressed Home/).waitFor();

    const { id: organizationId } = await firstTeam(origin, token);
    const made = await post(
      origin,
      "/api/v1/api_key/create_an_api_key",
      { organizationId, name: `agent-${Date.now()}` },
      token,
    );
    const { key: apiKey } = z.object({ key: z.string() }).parse(await made.json());
    await post(origin, "/api/v1/gbox/android/type", { uid: own, text: "secret" }, apiKey);
    await entry(page, /Typed 6 characters.*agent/s).waitFor();
    expect(await page.getByText("secret").count()).toBe(0);
    const none = fileContentPath(own, "/sdcard/none.txt");
    await fetch(origin + none, { headers: { authorization: `Bearer ${apiKey}` } });
    const failed = entry(page, /Downloaded \/sdcard\/none\.txt.*No such file/s);
    await failed.getByRole("button").click();
    await failed.getByText("download /sdcard/none.txt", { exact: true }).waitFor();
    await failed.getByText(/Reason/).waitFor();
    await post(origin, `/api/v1/boxes/${own}/actions/tap`, { x: "left" }, apiKey);
    await entry(page, /Request rejected.*agent.*Invalid request.*POST \/actions\/tap/s).waitFor();

    await page.getByRole("link", { name: "Files" }).click();
    await page.getByText("This folder is empty").waitFor();
    await page
      .getByLabel("Files to upload")
      .setInputFiles({ name: "note.txt", mimeType: "text/plain", buffer: Buffer.from("written by hand\n") });
    await page.getByRole("button", { name: "file note.txt" }).waitFor();

    await page.getByRole("link", { name: "Shell" }).click();
    await page.locator(".xterm-rows").getByText("generic:/ $").waitFor();
    await page.keyboard.type("cat /data/local/tmp/note.txt\n");
    await page.locator(".xterm-rows").getByText("written by hand", { exact: true }).waitFor();

    await page.getByRole("link", { name: "Timeline" }).click();
    await entry(page, "Uploaded data/local/tmp/note.txt").waitFor();
    await entry(page, "Opened a shell").waitFor();
    // The original shell is still open.
    await page.locator(".xterm-rows").getByText("written by hand", { exact: true }).waitFor();
  });

  test("charts what the sandbox uses, also as a table", async () => {
    const { page } = ada();
    await allowAxe(ada());
    await open(page, "#!action=metrics");
    const metrics = page.getByRole("region", { name: "Metrics" });
    for (const title of ["Processor", "Memory", "Disk", "Network"])
      await metrics.getByRole("region", { name: title }).getByRole("slider").waitFor({ state: "attached" });
    const memory = metrics.getByRole("slider", { name: "Memory" });
    expect(await memory.getAttribute("aria-valuetext")).toMatch(/^\d\d:\d\d:\d\d: [1-9][\d.]* MB$/);
    await metrics.getByText("Show as a table").click();
    await metrics.getByRole("table", { name: "Metrics" }).getByText("MB").first().waitFor();
    await expectNoProblems(page);
    const polled = () => page.waitForRequest(/\/metrics\?since=/);
    await polled();
    await page.getByRole("link", { name: "Details" }).click();
    let later = 0;
    page.on("request", (request) => (later += request.url().includes("/metrics") ? 1 : 0));
    const again = polled();
    await page.getByRole("link", { name: "Metrics" }).click();
    await again;
    expect(later).toBe(1);
  });

  test("keeps shell and uploads while the window resizes", async () => {
    const { page } = ada();
    await open(page, "#!action=list-files");
    const files = page.getByRole("region", { name: "Files" });
    await files.getByRole("button", { name: "Reload" }).waitFor();
    const release = await holdBack(page, "**/files/content**");
    await page
      .getByLabel("Files to upload")
      .setInputFiles({ name: "kept.txt", mimeType: "text/plain", buffer: Buffer.from("kept\n") });
    await page.getByRole("link", { name: "Shell" }).click();
    await page.locator(".xterm-rows").getByText("generic:/ $").waitFor();
    await page.keyboard.type("x=42\n");
    for (const size of [
      { width: 1440, height: 600 },
      { width: 390, height: 844 },
      { width: 1440, height: 900 },
    ])
      await resizeForTest(page, size);
    await page.locator(".xterm").click();
    await page.keyboard.type("echo kept-$x\n");
    await page.locator(".xterm-rows").getByText("kept-42").waitFor();
    await release();
    await page.getByRole("link", { name: "Files" }).click();
    await page.getByRole("button", { name: "file kept.txt" }).waitFor();
  });

  test("remembers the width of the panels and hides them", async () => {
    const page = await ada().page.context().newPage();
    await open(page);
    await live(page);
    const widthPx = async () => (await screen(page).boundingBox())?.width ?? 0;
    const before = await widthPx();
    const line = page.getByRole("separator", { name: "Width of the panels" });
    await line.focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(widthPx).toBeGreaterThan(before);
    const after = await widthPx();
    const place = await line.boundingBox();
    if (place === null) throw new Error("the line is not shown");
    await page.mouse.move(place.x, place.y + 300);
    await page.mouse.down();
    await page.mouse.move(place.x + 100, place.y + 300, { steps: 3 });
    await page.mouse.up();
    await expect.poll(widthPx).toBeCloseTo(after + 100, -1);
    const dragged = await widthPx();
    await page.reload();
    await live(page);
    await expect.poll(widthPx).toBeCloseTo(dragged, -1);

    const log = page.getByRole("region", { name: "Log", exact: true });
    await log.waitFor();
    await page.getByRole("button", { name: "Hide panels" }).click();
    await log.waitFor({ state: "hidden" });
    expect(await widthPx()).toBeGreaterThan(dragged);
    await page.reload();
    await live(page);
    await page.getByRole("button", { name: "Show panels" }).click();
    await log.waitFor();
    await page.close();
  });

  test("focus mode shows only the screen until Esc outside of it", async () => {
    const { page } = ada();
    await open(page, "#!action=timeline");
    await live(page);
    const heading = page.getByRole("heading", { name: id });
    await page.getByRole("button", { name: "Focus mode", exact: true }).click();
    await heading.waitFor({ state: "hidden" });
    expect(await screen(page).boundingBox()).toEqual({ x: 0, y: 0, width: 1440, height: 900 });
    await screen(page).locator("canvas").click();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    await page.getByRole("button", { name: "Leave focus mode" }).waitFor();
    await page.keyboard.press("Escape");
    await heading.waitFor();
    await entry(page, /Pressed Back/).waitFor();
  });

  test("shows the live log and searches it", async () => {
    const { page } = ada();
    await open(page);
    const log = page.getByRole("region", { name: "Log of the device" });
    await log.locator("p").first().waitFor();
    await open(page, "#!action=shell");
    await page.locator(".xterm-rows").getByText("generic:/ $").waitFor();
    await page.keyboard.type("log -p w -t Probe a-line-of-the-log\n");
    await page.getByRole("link", { name: "Log", exact: true }).click();
    await log.getByText("a-line-of-the-log").waitFor();
    await page.getByLabel("Find in the log").fill("probe");
    await expect.poll(() => log.locator("p").count()).toBe(1);
    await page.getByRole("radio", { name: "Errors" }).click();
    await log.getByText("No matching log lines.").waitFor();
    expect(await log.getByText("a-line-of-the-log").count()).toBe(0);
  });

  test("calls the log empty only after asking the device", async () => {
    const page = await ada().page.context().newPage();
    const { promise: opened, resolve } = Promise.withResolvers<WebSocketRoute>();
    await page.routeWebSocket(/action=log/, resolve);
    await open(page, "");
    const log = page.getByRole("region", { name: "Log of the device" });
    const socket = await opened;
    await log.getByText("Loading", { exact: true }).waitFor();
    socket.send(JSON.stringify(LOG_REACHED));
    await log.getByText("The log is empty.").waitFor();
    await page.close();
  });

  test("explains unavailable and ended sandboxes", async () => {
    const { page, token } = ada();
    const { origin } = server();
    await open(page, "", "sbx_none");
    const alert = page.getByRole("alert");
    await alert.getByText("No such sandbox").waitFor();
    expect(await alert.getByRole("button", { name: "Try Again" }).count()).toBe(0);
    await alert.getByRole("link", { name: "See your sandboxes" }).click();
    await page.waitForURL(`${origin}/sandboxes`);
    const { id: ended } = await createBox(origin, token);
    await open(page, "#!action=timeline", ended);
    await live(page);
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await post(origin, `/api/v1/boxes/${ended}/terminate`, {}, token);
    await screen(page).getByText("This sandbox has ended").waitFor();
    await entry(page, /The sandbox ended.*Deleted by a user or a program/s).waitFor();
    await page.getByText("Terminated", { exact: true }).first().waitFor();
  });

  test("shows an ended sandbox's last screen and log, no shell", async () => {
    const { page, token } = ada();
    const { origin } = server();
    const asked = { name: "worker 1", templateId: "tpl_small_phone", expiresIn: "7m", labels: { job: "a" } };
    const { id: ended } = await createBox(origin, token, asked);
    // The server then knows the sandbox's device.
    await screenshot(origin, token, ended);
    await post(origin, `/api/v1/boxes/${ended}/terminate`, {}, token);
    const release = await holdBack(page, "**/get_sandbox");
    await open(page, "", ended);
    await screen(page).waitFor();
    await page.getByRole("status", { name: "Loading" }).waitFor();
    const panels = page.getByRole("navigation", { name: "Views of the device" }).getByRole("link");
    expect(await panels.allInnerTexts()).toEqual([]);
    await release();
    await panels.first().waitFor();
    expect(await panels.allInnerTexts()).toEqual(["Timeline", "Log", "Recordings", "Details"]);
    await screen(page).getByText("Deleted by a user or a program").waitFor();
    await expect.poll(() => drawn(page)).toBeGreaterThan(1_000);
    await entry(page, "The sandbox ended").waitFor();
    await page.getByRole("link", { name: "Log", exact: true }).click();
    await page.getByRole("region", { name: "Log of the device" }).locator("p").first().waitFor();
    await page.getByRole("button", { name: "Start another like this" }).click();
    await page.waitForURL((url) => url.pathname.startsWith("/sandboxes/sbx_") && !url.pathname.endsWith(ended));
    const another = await getBox(origin, token, new URL(page.url()).pathname.split("/").at(-1) ?? "");
    expect(another).toMatchObject({
      status: "running",
      config: { name: asked.name, templateId: asked.templateId, labels: asked.labels },
    });
    expect(Date.parse(another.expiresAt) - Date.parse(another.updatedAt)).toBe(7 * 60_000);
  });

  test("extends the lifetime, also from the notice before its end", async () => {
    const { page, token } = ada();
    const { origin } = server();
    const { id: own } = await createBox(origin, token, { expiresIn: "303s" });
    const minutesLeft = async () => (Date.parse((await getBox(origin, token, own)).expiresAt) - Date.now()) / 60_000;
    await open(page, "", own);
    await page.getByText(/ends in five minutes/).waitFor();
    await page.getByRole("button", { name: "Extend", exact: true }).click();
    await expect.poll(minutesLeft).toBeGreaterThan(30);
    await page.getByText(/ends in 3\d:/).waitFor();
    await page.getByTitle("Extend by 30 minutes").click();
    // The plan leaves less than half an hour.
    await expect.poll(minutesLeft).toBeGreaterThan(50);
    expect(await minutesLeft()).toBeLessThan(60);
  });

  test("renames and deletes with a menu visible on narrow screens", async () => {
    const { page, token } = ada();
    const { origin } = server();
    const { id: own } = await createBox(origin, token, { name: "before" });
    await open(page, "", own);
    const name = `${"A phone with a long name 手机 ".repeat(3)}📱`;
    await page.getByRole("button", { name: "Rename" }).click();
    const dialog = page.getByRole("dialog", { name: "Rename the sandbox" });
    expect(await dialog.getByLabel("Name").inputValue()).toBe("before");
    await dialog.getByLabel("Name").fill(name);
    await resizeForTest(page, { width: 390, height: 844 });
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name }).waitFor();
    expect((await getBox(origin, token, own)).config.name).toBe(name);
    const places = { [`/sandboxes/${own}`]: "More actions", "/sandboxes": `Actions for ${name}` };
    for (const [path, label] of Object.entries(places)) {
      await page.goto(`${origin}${path}`);
      await expectInside(page.getByRole("button", { name: label }));
      await expectInside(page.getByText("Running", { exact: true }).first());
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("button", { name: `Actions for ${name}` }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    const confirm = page.getByRole("dialog", { name: "Confirm Delete" });
    await confirm.getByText(name).waitFor();
    await confirm.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByText(name).first().waitFor({ state: "detached" });
  });

  test("switches to the sandbox's team, and leaves on a team change", async () => {
    const { page, token } = ada();
    const { origin } = server();
    const there = await makePhoneOf("Elsewhere");
    await open(page, "", there);
    await live(page);
    await page
      .getByRole("button", { name: /User menu/ })
      .getByText("Elsewhere")
      .waitFor();
    expect(await page.getByText("No such sandbox").count()).toBe(0);
    await page.getByRole("button", { name: /User menu/ }).click();
    await page.getByRole("menuitem", { name: (await firstTeam(origin, token)).name }).click();
    await page.waitForURL(`${origin}/sandboxes`);
    await page.getByRole("link", { name: id }).waitFor();
  });

  test("another tab's team switch does not affect it", async () => {
    const { page, token } = ada();
    const { origin } = server();
    const there = await makePhoneOf("Beside");
    await open(page, "#!action=shell");
    await page.locator(".xterm-rows").getByText("generic:/ $").waitFor();
    await page.keyboard.type("x=42\n");
    const other = await page.context().newPage();
    // Reads the team that the page set as current last.
    const told = page.evaluate(
      () =>
        new Promise<void>((resolve) =>
          window.addEventListener("storage", ({ newValue }) => {
            if (newValue !== null && JSON.parse(newValue).state?.team?.name === "Beside") resolve();
          }),
        ),
    );
    await open(other, "", there);
    await live(other);
    const menu = (tab: Page) => tab.getByRole("button", { name: /User menu/ });
    await menu(other).getByText("Beside").waitFor();
    await told;
    await page.locator(".xterm").click();
    await page.keyboard.type("echo kept-$x\n");
    await page.locator(".xterm-rows").getByText("kept-42").waitFor();
    const { name } = await firstTeam(origin, token);
    await menu(page).getByText(name).waitFor();
    await menu(other).click();
    await other.getByRole("menuitem", { name }).click();
    await other.waitForURL(`${origin}/sandboxes`);
    await other.close();
  });

  test("hides other teams' sandboxes and returns after sign-in", async () => {
    const browser = await openBrowser();
    const { page } = browser;
    await page.goto(`${server().origin}/sandboxes/${id}`);
    await page.waitForURL(`${server().origin}/login`);
    await page.getByLabel("Your name").fill("eve");
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await page.waitForURL(`${server().origin}/sandboxes/${id}`);
    await page.getByText("No such sandbox").first().waitFor();
    expect(await page.getByText("Live", { exact: true }).count()).toBe(0);
    await browser.close();
  });
});

describe("the list", () => {
  test("previews a screen on hover and focus, and opens it", async () => {
    const { page } = ada();
    await page.goto(`${server().origin}/sandboxes`);
    const link = page.getByRole("link", { name: id });
    await link.hover();
    await expect.poll(() => drawn(page)).toBeGreaterThan(1_000);
    await page.mouse.move(2, 2);
    await expect.poll(() => page.locator("canvas").count()).toBe(0);
    await link.focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Shift+Tab");
    await page.locator("canvas").waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/sandboxes/${id}`);
    await live(page);
  });

  test("the wall shows all screens and is addressable", async () => {
    const { page } = ada();
    await page.goto(`${server().origin}/sandboxes`);
    await page.getByRole("button", { name: "Wall" }).click();
    await page.waitForURL("**/sandboxes?view=wall");
    await page.reload();
    const tile = page.getByRole("listitem").filter({ hasText: id });
    await expect.poll(() => drawn(page)).toBeGreaterThan(1_000);
    await tile.getByRole("checkbox", { name: `Select ${id}` }).click();
    await page.getByText("1 selected").waitFor();
    await tile.getByRole("link", { name: `Open ${id}` }).click();
    await page.waitForURL(`**/sandboxes/${id}`);
  });
});

test("axe passes in all widths and themes", async () => {
  const browser = await openBrowser();
  const { page } = browser;
  await allowAxe(browser);
  await signInAs(page, server().origin, "ada");
  for (const fragment of [
    "",
    "#!action=connect",
    "#!action=timeline",
    "#!action=list-files",
    "#!action=shell",
    "#!action=recordings",
    "#!action=details",
  ]) {
    await open(page, fragment);
    await page.getByText("Running", { exact: true }).first().waitFor();
    for (const [width, height] of [
      [1440, 900],
      [360, 740],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expectNoProblems(page, `${width} ${fragment}`);
      const overflowPx = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflowPx, `${width} ${fragment}`).toBeLessThanOrEqual(0);
    }
  }
  await browser.close();
});
