import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Box } from "@terrarium/contract/boxes";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createBox } from "./support/api.ts";
import { openBrowser } from "./support/browser.ts";
import { DeviceShell } from "./support/device-shell.ts";
import { provideBrowser, provideServer } from "./support/fixtures.ts";
import { post, signIn } from "./support/server.ts";

const server = provideServer();
/** Browser of a person without an account. */
const stranger = provideBrowser();
let box: Box;
let token: string;
let shell: DeviceShell;

beforeAll(async () => {
  token = await signIn(server().origin, "ada");
  box = await createBox(server().origin, token);
  shell = new DeviceShell(server().origin, box.id, token);
});
afterAll(() => shell.close());

const inFront = () => shell.run("dumpsys activity activities | grep mResumedActivity");

async function linkOf(
  call: "live-view-url" | "web-terminal-url",
  body?: object,
): Promise<{ url: string; rawUrl: string }> {
  const answer = await post(server().origin, `/api/v1/boxes/${box.id}/${call}`, body, token);
  expect(answer.status).toBe(200);
  return (await answer.json()) as { url: string; rawUrl: string };
}

test("a live view works without sign-in and is view-only", async () => {
  const { page } = stranger();
  const { url } = await linkOf("live-view-url");
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.url()));
  await page.goto(url);
  await page.getByText("Live", { exact: true }).waitFor();
  expect(await page.getByRole("navigation").getByRole("link").allInnerTexts()).toEqual(["Screen"]);
  await page.getByRole("banner").getByText("View only").waitFor();
  const buttons = page.getByRole("toolbar", { name: "Device" }).getByRole("button");
  expect(await buttons.evaluateAll((all) => all.map((button) => button.getAttribute("title")))).toEqual([
    "Save a screenshot",
    "Fullscreen",
  ]);
  // The token reaches servers only in the header of the socket.
  expect(sent.filter((address) => address.includes("trb_"))).toEqual([]);
  await shell.run("am start -n com.terrarium.calculator/.MainActivity");
  await expect.poll(inFront).toContain("com.terrarium.calculator/");
  const area = await page.locator("canvas").boundingBox();
  await page.mouse.move((area?.x ?? 0) + 50, (area?.y ?? 0) + (area?.height ?? 0) - 4);
  await page.mouse.down();
  await page.mouse.move((area?.x ?? 0) + 50, (area?.y ?? 0) + 50, { steps: 5 });
  await page.mouse.up();
  expect(await inFront()).toContain("com.terrarium.calculator/");
});

test("an input link has device buttons but no shell or files", async () => {
  const { page } = stranger();
  await page.goto("about:blank");
  await page.goto((await linkOf("live-view-url", { rights: "input", expiresIn: "5m" })).url);
  await page.getByText("Live", { exact: true }).waitFor();
  await shell.run("am start -n com.terrarium.calculator/.MainActivity");
  await expect.poll(inFront).toContain("com.terrarium.calculator/");
  await page.getByRole("button", { name: "Home" }).click();
  await expect.poll(inFront).toContain("com.terrarium.launcher/");
  await page.getByRole("button", { name: "Rotate" }).waitFor();
  expect(await page.getByRole("button", { name: "More of the device" }).count()).toBe(0);
  expect(await page.getByRole("navigation").getByRole("link").allInnerTexts()).toEqual(["Screen"]);
});

test("a link with all rights has buttons, shell and files", async () => {
  const { page } = stranger();
  await page.goto("about:blank");
  await page.goto((await linkOf("live-view-url", { rights: "shell", expiresIn: "5m" })).url);
  await page.getByText("Live", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Home" }).click();
  await expect.poll(inFront).toContain("com.terrarium.launcher/");
  await page.getByRole("link", { name: "Files" }).click();
  await page
    .getByRole("heading", { name: "tmp" })
    .or(page.getByText("tmp", { exact: true }))
    .first()
    .waitFor();
  await page.getByRole("link", { name: "Shell" }).click();
  await page.locator(".xterm-rows").getByText("generic:/ $").waitFor();
});

test("a terminal link works without signing in", async () => {
  const { page } = stranger();
  await page.goto("about:blank");
  await page.goto((await linkOf("web-terminal-url")).url);
  const terminal = page.locator(".xterm-rows");
  await terminal.getByText("generic:/ $").waitFor();
  await page.locator(".xterm-screen").click();
  await page.keyboard.type("echo over-$((40+2))");
  await page.keyboard.press("Enter");
  await terminal.getByText("over-42").first().waitFor();
});

test("only the bare screen can be embedded by foreign pages", async () => {
  const { url, rawUrl } = await linkOf("live-view-url");
  const site = createServer((request, response) => {
    const address = request.url === "/bare" ? rawUrl : url;
    response.setHeader("content-type", "text/html").end(`<iframe src="${address}" width="400" height="700"></iframe>`);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void site.close());
  await once(site, "listening");
  const { page } = stranger();
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  await page.goto(`${origin}/bare`);
  const frame = page.frameLocator("iframe");
  await expect.poll(() => frame.locator("canvas").evaluate((canvas) => (canvas as HTMLCanvasElement).width)).toBe(720);
  expect(await frame.getByRole("toolbar").count()).toBe(0);
  await page.goto(`${origin}/framed`);
  await expect.poll(() => page.frames()[1]?.url()).toContain("chrome-error");
});

test("an expired link says so and keeps the session", async () => {
  const { context, page } = await openBrowser();
  onTestFinished(() => context.close());
  await page.goto(server().origin);
  await page.evaluate((session) => localStorage.setItem("token", session), token);
  const { url } = await linkOf("live-view-url");
  const link = `${url.slice(0, -1)}-`;
  await page.goto(link);
  await page.getByText("This link has expired").waitFor();
  expect(await page.evaluate(() => localStorage.getItem("token"))).toBe(token);
});
