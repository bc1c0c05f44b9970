import { Box, createBox, createLinuxBox, listBoxes } from "@terrarium/contract/boxes";
import { proxyPath } from "@terrarium/contract/proxy";
import { TerrariumClient } from "@terrarium/sdk/terrarium-client";
import { TerrariumError } from "@terrarium/sdk/terrarium-error";
import { beforeAll, expect, test, vi } from "vitest";
import { createLinuxMachine } from "../packages/device-providers/src/embedded/linux-machine.ts";
import { describeWhere } from "../packages/platform/src/testing/describe-where.ts";
import { apiKeyOf } from "./support/api.ts";
import { providePerson, provideServer } from "./support/fixtures.ts";
import { post, signIn } from "./support/server.ts";

const log = { warn: () => undefined };
const [missing] = await createLinuxMachine({ log }).missingFor("linux", process.execPath);

describeWhere(missing, "Linux boxes", () => {
  const server = provideServer();
  const ada = providePerson("ada", server);
  let token: string;
  let terrarium: TerrariumClient;

  beforeAll(async () => {
    token = await signIn(server().origin, "ada");
    terrarium = new TerrariumClient({ baseUrl: server().origin, apiKey: await apiKeyOf(server().origin, token) });
  });

  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => (error instanceof TerrariumError ? { status: error.status, code: error.code } : error),
    );

  test("creates one through the boxes API and lists it by type", async () => {
    const answer = await post(
      server().origin,
      createLinuxBox.path,
      { timeout: "2m", config: { expiresIn: "30m", envs: { COLOUR: "green" }, labels: { job: "build" } } },
      token,
    );
    expect(answer.status).toBe(200);
    const { config, ...box } = Box.parse(await answer.json());
    expect(box).toMatchObject({ type: "linux", status: "running" });
    expect(config).toMatchObject({
      templateId: "tpl_linux",
      kind: "linux",
      deviceType: "container",
      publicIp: "",
      envs: { COLOUR: "green" },
      labels: { job: "build" },
      workingDir: "/home/user",
    });
    expect(config.os.version).toMatch(/^[a-z]+(-[\w.]+)?$/);
    expect(config).not.toHaveProperty("resolution");
    const list = async (type: string) => {
      const found = await fetch(`${server().origin}${listBoxes.path}?type=${type}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return listBoxes.response.parse(await found.json()).data.map(({ id }) => id);
    };
    expect(await list("linux")).toEqual([box.id]);
    expect(await list("android")).toEqual([]);
    expect(await list("android,linux")).toEqual([box.id]);
  });

  test("runs commands, scripts and files of a Linux machine", async () => {
    await using box = await terrarium.boxes.create({
      config: { templateId: "tpl_linux", expiresIn: "30m" },
      timeout: "2m",
    });
    expect(box.type).toBe("linux");
    const { stdout, exitCode } = await box.commands.run({ command: "pwd; id -un; uname -s; exit 3" });
    expect([stdout, exitCode]).toEqual(["/home/user\nuser\nLinux\n", 3]);
    expect(await box.commands.run({ command: "cat; echo end" })).toMatchObject({ stdout: "end\n", timedOut: false });
    expect((await box.commands.run({ command: "tr a-z A-Z", stdin: "input" })).stdout).toBe("INPUT");
    await box.files.upload("/home/user/notes/one.txt", "from outside");
    expect((await box.commands.run({ command: "cat notes/one.txt" })).stdout).toBe("from outside");
    await box.commands.run({ command: "printf inside > notes/two.txt" });
    expect((await box.files.list({ path: "notes" })).data.map(({ name }) => name)).toEqual(["one.txt", "two.txt"]);
    expect(await box.files.read({ path: "notes/two.txt" })).toMatchObject({ content: "inside" });
    const code = "console.log([1, 2, 3].map((x) => x * 2).join())";
    const ran = await box.commands.runCode({ code, language: "typescript" }).catch((error: unknown) => error);
    expect(ran).toMatchObject({ stdout: "2,4,6\n" });
  });

  test("rejects phone and screen calls with the reason", async () => {
    await using box = await terrarium.boxes.create({
      config: { templateId: "tpl_linux", expiresIn: "30m" },
      timeout: "2m",
    });
    const refused = { status: 422, code: "not_possible" };
    expect(await refusal(box.actions.tap({ x: 1, y: 1 }))).toEqual(refused);
    expect(await refusal(box.actions.screenshot())).toEqual(refused);
    expect(await refusal(box.apps.list())).toEqual(refused);
    expect(await refusal(box.display())).toEqual(refused);
    expect(await refusal(box.recording.start())).toEqual(refused);
  });

  test("its page shows the shell, which can be shared", async () => {
    const { page } = ada();
    await using box = await terrarium.boxes.create({
      config: { templateId: "tpl_linux", expiresIn: "30m" },
      timeout: "2m",
    });
    await page.goto(`${server().origin}/sandboxes/${box.id}`);
    const shell = page.getByRole("region", { name: "Shell", exact: true });
    await shell.getByText("user@linux").first().waitFor();
    // Heights at which one more line would make the page itself scroll.
    for (const height of [890, 895, 900, 905, 910]) {
      await page.setViewportSize({ width: 1440, height });
      const rows = shell.locator(".xterm-rows > div");
      await expect.poll(async () => (await rows.last().boundingBox())?.y).toBeLessThan(height - 12 - 20);
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
    }
    await page.getByRole("button", { name: "Share" }).click();
    await page
      .getByRole("dialog")
      .getByText(/^The link opens a terminal/)
      .waitFor();
    expect(await page.getByRole("checkbox", { name: "Touch, click and type" }).count()).toBe(0);
    await page.getByRole("button", { name: "Create link" }).click();
    const links = page.getByRole("dialog").getByRole("listitem");
    await links.filter({ hasText: "with a shell" }).waitFor();
    await page.keyboard.press("Escape");
    await page.goto(`${server().origin}/sandboxes`);
    await page.getByRole("link", { name: box.id }).first().waitFor();
    expect(await page.getByRole("link", { name: "Screen Live" }).count()).toBe(0);
    await box.commands.run({ command: "echo built in 12 s" });
    await page.goto(`${server().origin}/sandboxes?view=wall`);
    const tile = page.getByRole("listitem").filter({ hasText: box.id });
    await expect.poll(() => tile.innerText()).toContain("$ echo built in 12 s\nbuilt in 12 s");
    expect(await tile.innerText()).toContain("user@linux");
  });

  test("its viewer starts with the shell, and files start at home", async () => {
    const { page } = ada();
    await using box = await terrarium.boxes.create({
      config: { templateId: "tpl_linux", expiresIn: "30m" },
      timeout: "2m",
    });
    await box.files.upload("/home/user/seen.txt", "seen");
    await page.goto(`${server().origin}${proxyPath(box.id)}`);
    await page.locator(".xterm-rows").getByText("user@linux").first().waitFor();
    const views = page.getByRole("navigation", { name: "Views of the device" }).getByRole("link");
    expect(await views.allInnerTexts()).toEqual(["Shell", "Files"]);
    await views.filter({ hasText: "Files" }).click();
    await page.getByText("seen.txt", { exact: true }).waitFor();
    await page.goto(`${server().origin}/sandboxes/${box.id}#!action=list-files`);
    await page.getByText("seen.txt", { exact: true }).waitFor();
  });

  test("a template creates only boxes of its type", async () => {
    const create = async (body: object) => {
      const answer = await post(server().origin, createBox.path, body, token);
      return { status: answer.status, ...(await answer.json()) };
    };
    const refused = { status: 422, code: "device_type_unavailable" };
    expect(await create({ type: "android", config: { templateId: "tpl_linux" } })).toMatchObject(refused);
    expect(await create({ type: "linux", config: { templateId: "tpl_phone" } })).toMatchObject(refused);
    expect(await create({ type: "linux", config: { deviceType: "vm" } })).toMatchObject(refused);
    expect(await create({ type: "linux", config: { deviceType: "physical" } })).toMatchObject(refused);
  });
});

const [noBrowser] = await createLinuxMachine({ log }).missingFor("browser", process.execPath);

describeWhere(noBrowser, "browser boxes", () => {
  const server = provideServer();

  test("their screen is read, touched and typed on like a phone's", { timeout: 600_000 }, async () => {
    const token = await signIn(server().origin, "ada");
    const apiKey = await apiKeyOf(server().origin, token);
    const { boxes } = new TerrariumClient({ baseUrl: server().origin, apiKey });
    await using box = await boxes.create({ config: { templateId: "tpl_browser", expiresIn: "30m" }, timeout: "2m" });
    expect([box.type, box.config.kind, box.config.resolution]).toEqual([
      "linux",
      "browser",
      { width: 1280, height: 800 },
    ]);
    const page =
      '<label>Name <input id="who"></label><button onclick="said.textContent = `Hello ${who.value}`">Go</button><p id="said"></p>';
    await box.files.upload("/home/user/form.html", page);
    // Focuses the address line when the browser is ready.
    const texts = async () => (await box.actions.screenLayout()).content;
    await expect.poll(texts, { timeout: 180_000 }).toContain("WebView");
    const isShown = () => vi.waitUntil(async () => (await texts()).includes('text="Go"'), { timeout: 15_000 });
    // The line does not report its focus, and a busy browser focuses it late. Early input is typed again.
    await expect
      .poll(async () => {
        await box.actions.pressKey({ keys: ["control", "l"], combination: true });
        await box.actions.type({ text: "file:///home/user/form.html", pressEnter: true });
        return isShown().catch(String);
      })
      .toBe(true);
    await box.actions.tap({ target: { selector: { description: "Name" } } });
    await box.actions.type({ text: "terrarium" });
    await box.actions.tap({ target: { selector: { text: "Go" } } });
    await expect.poll(texts).toContain("Hello terrarium");
    expect((await box.actions.screenshot()).uri).toMatch(/^data:image\/png;base64,/);
  });
});
