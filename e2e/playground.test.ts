import { SANDBOX_LIMIT } from "@terrarium/contract/limits";
import { getSandboxList } from "@terrarium/contract/sandbox";
import type { Page } from "playwright-core";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { createBox, firstTeam, getBox } from "./support/api.ts";
import { holdBack, toast, touch } from "./support/browser.ts";
import { differenceToDevice, ENCODED } from "./support/device-picture.ts";
import { providePerson, provideServer } from "./support/fixtures.ts";
import { post } from "./support/server.ts";

const server = provideServer();
const ada = providePerson("ada", server);
const logs = () => ada().page.getByRole("log");
const execute = () => ada().page.getByRole("button", { name: "Execute", exact: true });
const stop = () => ada().page.getByRole("button", { name: "Stop", exact: true });

beforeAll(async () => {
  // The playground offers the team's first key, which the API keys page creates.
  await ada().page.goto(`${server().origin}/api-keys`);
  await ada().page.getByText("key1").waitFor();
});

beforeEach(async () => {
  await ada().page.goto(`${server().origin}/playground`);
  await ada().page.locator(".monaco-editor .view-line").first().waitFor();
});

/** Replaces the content of the editor. */
async function write(page: Page, code: string): Promise<void> {
  await page.locator(".monaco-editor").first().click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.evaluate((text) => navigator.clipboard.writeText(text), code);
  await page.keyboard.press("ControlOrMeta+V");
}

const menu = () =>
  ada()
    .page.getByRole("button", { name: /^Script/ })
    .click();
/** Opens a script or a sample in the editor. */
async function choose(name: string): Promise<void> {
  await menu();
  await ada().page.getByRole("menuitemcheckbox", { name, exact: true }).click();
}

test("the sample drives a phone that can be watched", { timeout: 600_000 }, async () => {
  const { page, token } = ada();
  /** Returns the log when it contains a text or the run is over. */
  const saidUntil = async (text: string) => {
    await logs().getByText(text).or(execute()).first().waitFor({ timeout: 240_000 });
    return logs().innerText();
  };
  await page.getByText("Waiting for sandbox to start...").waitFor();
  expect(await stop().isDisabled()).toBe(true);
  await execute().click();
  await expect.poll(() => page.getByRole("button", { name: "Executing..." }).isDisabled()).toBe(true);
  await logs()
    .getByText(/gbox id: {2}sbx_/)
    .waitFor();
  const frame = page.frameLocator("iframe");
  await frame.getByText("Live", { exact: true }).waitFor();
  expect(await saidUntil("Write a note")).toContain("Write a note");
  expect(await saidUntil("Took a screenshot")).toContain("Took a screenshot");
  await execute().waitFor();
  const [, id = ""] = /gbox id: {2}(sbx_\w+)/.exec(await logs().innerText()) ?? [];
  // Does not check for a change: on a busy machine the script may end before the first frame.
  const canvas = frame.locator("canvas").first();
  await expect.poll(() => differenceToDevice(canvas, server().origin, token, id)).toBeLessThan(ENCODED);
});

test("Stop ends the run at once", async () => {
  const { page } = ada();
  await write(page, 'console.log("running"); await new Promise((resolve) => setTimeout(resolve, 600_000));');
  await execute().click();
  await logs().getByText("running", { exact: true }).waitFor();
  await stop().click();
  await logs().getByText("Execution stopped by user").waitFor();
  await expect.poll(() => execute().isEnabled()).toBe(true);
  await expect.poll(() => stop().isDisabled()).toBe(true);
});

test("run and logs survive leaving the page; Stop offers cleanup", async () => {
  const { page, token } = ada();
  const { id } = await createBox(server().origin, token);
  await write(page, `console.log("gbox id: ${id}"); await new Promise((resolve) => setTimeout(resolve, 600_000));`);
  await execute().click();
  await page.getByTitle(`Live screen of ${id}`).waitFor();
  await page.getByRole("link", { name: "Templates" }).click();
  await page.getByRole("heading", { level: 1, name: "TEMPLATES" }).waitFor();
  await page.getByRole("link", { name: "Playground" }).click();
  await page.getByTitle(`Live screen of ${id}`).waitFor();
  await logs().getByText(`gbox id: ${id}`).waitFor();
  await page.getByRole("button", { name: "Executing..." }).waitFor();
  await stop().click();
  await page.getByText("Run stopped. Its device keeps running until its lifetime ends or you end it.").waitFor();
  expect(await page.locator("iframe").count()).toBe(0);
  const end = () => page.getByRole("button", { name: `End ${id}` }).click();
  const dialog = page.getByRole("dialog", { name: "End Device" });
  await end();
  await dialog.getByText(id, { exact: true }).waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect((await getBox(server().origin, token, id)).status).toBe("running");
  await end();
  await dialog.getByRole("button", { name: "End device" }).click();
  await logs().getByText(`Device of ${id} ended`).waitFor();
  await page.getByText("The sandbox has ended").waitFor();
  expect((await getBox(server().origin, token, id)).status).toBe("terminated");
});

test("saves, renames and deletes scripts and keeps the samples", async () => {
  const { page } = ada();
  const editor = page.locator(".monaco-editor .view-lines").first();
  const nameIt = async (title: string, name: string) => {
    const dialog = page.getByRole("dialog", { name: title });
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
  };
  await write(page, 'console.log("mine");');
  await page.getByRole("button", { name: "Save as..." }).click();
  await nameIt("Save Script", "Mine");
  await page.getByText("Saved in this browser").waitFor();
  await write(page, 'console.log("better");');
  await choose("Sample script");
  await editor.getByText("mine").waitFor();
  await choose("Linux sample");
  await editor.getByText("tpl_linux").waitFor();
  await choose("Sample script");
  await editor.getByText("mine").waitFor();
  await page.getByRole("button", { name: "Back to the sample script" }).click();
  await page.getByRole("dialog", { name: "Discard Changes" }).getByRole("button", { name: "Discard" }).click();
  await editor.getByText("GboxClient").first().waitFor();
  await page.reload();
  await choose("Mine");
  await editor.getByText("better").waitFor();
  await page.getByRole("link", { name: "Templates" }).click();
  await page.getByRole("link", { name: "Playground" }).click();
  await editor.getByText("better").waitFor();
  await execute().click();
  await logs().getByText("better", { exact: true }).waitFor();
  await menu();
  await page.getByRole("menuitem", { name: "Rename..." }).click();
  await nameIt("Rename Script", "Ours");
  await page.getByRole("button", { name: /^Script.*Ours/ }).waitFor();
  await menu();
  await page.getByRole("menuitem", { name: "Delete..." }).click();
  const dialog = page.getByRole("dialog", { name: "Delete Script" });
  await dialog.getByText("Ours", { exact: true }).waitFor();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await editor.getByText("GboxClient").first().waitFor();
  await menu();
  await expect
    .poll(() => page.getByRole("menuitemcheckbox").allInnerTexts())
    .toEqual(["Sample script", "Fast phone sample", "Browser sample", "Linux sample", "Desktop sample"]);
  await page.keyboard.press("Escape");
});

test("the editor has the specified minimum height and can grow", async () => {
  const { page } = ada();
  const heightOf = async (name: string) => (await page.getByRole("region", { name }).boundingBox())?.height ?? 0;
  const editorPx = async () => (await page.locator(".monaco-editor").first().boundingBox())?.height;
  expect(await page.locator(".monaco-editor .view-lines").evaluate((lines) => getComputedStyle(lines).fontSize)).toBe(
    "14px",
  );
  expect(await page.locator(".monaco-editor .minimap").isVisible()).toBe(false);
  expect(await heightOf("Script")).toBeGreaterThan(await heightOf("Logs"));
  const edge = page.getByRole("separator", { name: "Height of the editor" });
  await edge.press("Home");
  await expect.poll(editorPx).toBe(300);
  await edge.press("ArrowUp");
  await edge.press("ArrowDown");
  await expect.poll(editorPx).toBe(320);
  await page.reload();
  await expect.poll(editorPx).toBe(320);
  await edge.dblclick();
  await expect.poll(editorPx).toBe(300);
  await page.evaluate(() => localStorage.removeItem("playground-editor-height"));
});

test("a script error leads to its line", async () => {
  const { page } = ada();
  const device = page.getByRole("region", { name: "Device" });
  await write(page, "\n  undefinedFunction();\n");
  await execute().click();
  const place = logs().getByRole("button", { name: "script.js:2:3" });
  await place.waitFor();
  await device.getByText("The script failed").waitFor();
  await device.getByText("ReferenceError: 'undefinedFunction' is not defined").waitFor();
  await page.locator(".monaco-editor .failed-line").waitFor();
  await page.locator(".monaco-editor .squiggly-error").waitFor();
  await choose("Linux sample");
  await page.locator(".monaco-editor .view-lines").getByText("tpl_linux").waitFor();
  expect(await page.locator(".monaco-editor").locator(".failed-line, .squiggly-error").count()).toBe(0);
  expect(await place.count()).toBe(0);
  await choose("Sample script");
  await page.locator(".monaco-editor .failed-line").waitFor();
  await place.click();
  // Replaces the line's end, from the position on.
  await page.keyboard.press("Shift+End");
  await page.keyboard.insertText("console.log('corrected');");
  await execute().click();
  await logs().getByText("corrected", { exact: true }).waitFor();
  await device.getByText("The script ended without a screen").waitFor();
  expect(await page.locator(".monaco-editor .failed-line").count()).toBe(0);
});

test("the editor knows the SDK and loads nothing from elsewhere", async () => {
  const { page } = ada();
  const elsewhere: string[] = [];
  const refused: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(`${server().origin}/`)) elsewhere.push(request.url());
  });
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) refused.push(message.text());
  });
  await page.reload();
  await page.locator(".monaco-editor .view-line").first().waitFor();
  const client = 'import { TerrariumClient } from "@terrarium/sdk";\nconst client = new TerrariumClient();\n';
  await write(page, `${client}client.boxs;`);
  await page.locator(".monaco-editor .squiggly-error").waitFor();
  await page.getByText("boxs", { exact: true }).hover();
  await page.locator(".monaco-hover").getByText("Property 'boxs' does not exist").waitFor();
  await write(page, `${client}client.web`);
  await page.locator(".monaco-editor .view-lines").getByText("web").waitFor();
  await page.keyboard.press("Control+Space");
  await page.locator(".suggest-widget").getByLabel("webhooks").waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".monaco-editor .view-lines").getByText("webhooks").waitFor();
  expect({ elsewhere, refused }).toEqual({ elsewhere: [], refused: [] });
});

test("nothing runs without a key", async () => {
  const { page } = ada();
  await page.getByLabel("API Key", { exact: true }).fill("");
  await execute().click();
  await page.getByText("Please enter API Key").waitFor();
  await expect.poll(() => execute().isEnabled()).toBe(true);
});

test("logs report a server outage, and later runs work", async () => {
  const { page } = ada();
  await write(page, 'console.log("begun"); await new Promise((resolve) => setTimeout(resolve, 600_000));');
  await execute().click();
  await logs().getByText("begun", { exact: true }).waitFor();
  await server().whileDown(async () => {
    await logs()
      .getByText(/^Error: /)
      .waitFor();
    await execute().click();
    await logs().getByText("Error: The server could not be reached").waitFor();
    await expect.poll(() => execute().isEnabled()).toBe(true);
  });
  await write(page, 'console.log({ nested: [1] }); console.log("again");');
  await execute().click();
  await logs().getByText("again", { exact: true }).waitFor();
});

test("a missing key can be created; a failed list is reported", async () => {
  const { page, token } = ada();
  await post(server().origin, "/api/v1/organization/create_an_organization", { name: "Keyless" }, token);
  await page.reload();
  const switchTo = async (name: string) => {
    await page.getByRole("button", { name: /User menu/ }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  await switchTo("Keyless");
  await toast(page, "No API Key found, please create one").waitFor();
  const key = page.getByLabel("API Key", { exact: true });
  expect(await key.inputValue()).toBe("");
  await page.getByRole("button", { name: "Create an API key" }).click();
  await expect.poll(() => key.inputValue()).toMatch(/^trm_/);
  const release = await holdBack(page, "**/get_all_api_key");
  await page.goto(`${server().origin}/playground`);
  await page.locator(".monaco-editor .view-line").first().waitFor();
  await touch(page);
  await server().whileDown(async () => {
    await release();
    await toast(page, "Failed to get API Key").waitFor();
  });
  await page.goto(`${server().origin}/playground`);
  await switchTo("ada's Team");
  await expect.poll(() => page.getByLabel("API Key", { exact: true }).inputValue()).toMatch(/^trm_/);
});

/** Ends every sandbox of the user's first team. */
async function endAll(token: string): Promise<void> {
  const { origin } = server();
  const { id: organizationId } = await firstTeam(origin, token);
  const list = await post(
    origin,
    "/api/v1/sandbox/get_sandbox_list",
    { page: 1, pageSize: 100, organizationId },
    token,
  );
  for (const { id, status } of getSandboxList.response.parse(await list.json()).data)
    if (status === "Running") await post(origin, `/api/v1/boxes/${id}/terminate`, {}, token);
}

test("at the quota the oldest sandbox can be ended", { timeout: 600_000 }, async () => {
  const { page, token } = ada();
  // Long lifetimes: no sandbox expires during the test. Sandboxes of earlier tests are ended first.
  const start = () => createBox(server().origin, token, { expiresIn: "30m" });
  await endAll(token);
  const oldest = await start();
  const boxes = [oldest, ...(await Promise.all(Array.from({ length: SANDBOX_LIMIT.hobby - 1 }, start)))];
  await expect(start()).rejects.toThrow("Sandbox number limit");
  const banner = page
    .getByRole("status")
    .filter({ hasText: `All ${SANDBOX_LIMIT.hobby} sandboxes of the team's plan` });
  await banner.getByRole("link", { name: "Plans" }).waitFor();
  await write(
    page,
    'import { GboxClient } from "gbox-sdk"; const android = await new GboxClient().initAndroid(); console.log("gbox id: ", android.sandboxId);',
  );
  await execute().click();
  const dialog = page.getByRole("dialog", { name: "Sandbox Quota Limit Reached" });
  await dialog.getByText("Your sandbox quota is limited. The earlier box must be terminated to proceed.").waitFor();
  await dialog.getByText(oldest.id, { exact: true }).waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  await execute().click();
  await dialog.getByText(oldest.id, { exact: true }).waitFor();
  await server().whileDown(async () => {
    await dialog.getByRole("button", { name: "Confirm" }).click();
    await toast(page, "Failed to terminate sandbox").waitFor();
  });
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("Oldest sandbox terminated successfully").waitFor();
  await logs()
    .getByText(/gbox id: {2}sbx_/)
    .waitFor();
  // A page of the list has ten of the twenty. The oldest of all ends, and the dialog named it.
  const statuses = await Promise.all(boxes.map((box) => getBox(server().origin, token, box.id)));
  expect(statuses.flatMap(({ id, status }) => (status === "terminated" ? [id] : []))).toEqual([oldest.id]);
  const limited = () =>
    execute()
      .click()
      .then(() => dialog.waitFor());
  await limited();
  await endAll(token);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await toast(page, "No running sandboxes found").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await banner.waitFor({ state: "detached" });
});
