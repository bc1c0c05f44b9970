import { execFile, execFileSync } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { freePort } from "@terrarium/adb/testing/free-port";
import { getBoxActions } from "@terrarium/contract/actions";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { CLIENTS, ensureClients } from "../tools/ensure-clients.ts";
import { reads } from "./errands/errand.ts";
import { ToolCaller } from "./errands/mcp-agent.ts";
import { createMobileMcpAgent } from "./errands/mobile-mcp-agent.ts";
import { apiKeyOf, createBox } from "./support/api.ts";
import { provideCli } from "./support/cli.ts";
import { provideServer } from "./support/fixtures.ts";
import { programOf } from "./support/guide-blocks.ts";
import { startMobileMcp } from "./support/mobile-mcp.ts";
import { signIn } from "./support/server.ts";

const run = promisify(execFile);
const server = provideServer();
let key = "";
const cli = provideCli(
  server,
  async () => (key = await apiKeyOf(server().origin, await signIn(server().origin, "ada"))),
);
let boxId = "";
let folder = "";
/** Environment with a private adb that is connected to the box. */
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  ensureClients();
  boxId = (await createBox(server().origin, key, { expiresIn: "30m" })).id;
  folder = mkdtempSync(path.join(tmpdir(), "terrarium-clients-"));
  symlinkSync(path.join(CLIENTS, "node_modules"), path.join(folder, "node_modules"));
  mkdirSync(path.join(folder, "platform-tools"));
  const adb = execFileSync("sh", ["-c", "command -v adb"], { encoding: "utf8" }).trim();
  symlinkSync(adb, path.join(folder, "platform-tools/adb"));
  const offered = cli().start(["adb", boxId, "--port", "0", "-o", "json"]);
  const [line] = (await once(offered.stdout ?? offered, "data")) as [string];
  const { serial } = JSON.parse(line) as { serial: string };
  const port = String(await freePort());
  const ports = { ANDROID_ADB_SERVER_PORT: port, ADB_PORT: port };
  env = { PATH: cli().env["PATH"], HOME: folder, ANDROID_HOME: folder, SERIAL: serial, ...ports };
  await run("adb", ["connect", serial], { env });
});
afterAll(async () => {
  await run("adb", ["kill-server"], { env });
  rmSync(folder, { recursive: true, force: true });
});

/** Serial number of the box on the pages. */
const SHOWN_SERIAL = "127.0.0.1:24711";

/** Runs the program on a page of docs/guide unchanged, and compares its output with the page. */
async function runPage(page: string): Promise<void> {
  const { language, code, prints } = programOf(page);
  const serial = env["SERIAL"] ?? "";
  const file = path.join(folder, `${page}.${language === "js" ? "mjs" : language}`);
  writeFileSync(file, code.replaceAll(SHOWN_SERIAL, serial));
  const { stdout } = await run(language === "js" ? process.execPath : "bash", [file], { cwd: folder, env });
  expect(stdout.replaceAll(serial, SHOWN_SERIAL).trim()).toMatch(prints);
}

/** Runs a command through the command line, independent of the client under test. */
const shell = async (line: string): Promise<string> => (await cli().run(["box", "exec", boxId, line])).stdout;

function stored(packageName: string, file: string): string {
  const { dataDir } = server();
  const [found = ""] = globSync(`devices/**/${packageName}/${file}`, { cwd: dataDir });
  return readFileSync(path.join(dataDir, found), "utf8");
}

test("adb runs commands, copies files and shows the log", async () => {
  await runPage("adb");
  expect(await shell("cat /sdcard/Download/packing.txt")).toBe("tent\n");
});

test("adbkit pushes a list, writes a note and takes a screenshot", async () => {
  await runPage("adbkit");
  expect(await shell("cat /sdcard/Download/packing.txt")).toBe("tent\nrope\n");
  await expect.poll(() => stored("com.terrarium.notes", "notes.json")).toMatch(/Packing list[^]*Tent and rope/);
  const picture = readFileSync(path.join(folder, "note.png"));
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([720, 1600]);
});

test("Tango sends a message and writes a file", async () => {
  await runPage("tango");
  expect(await shell("content query --uri content://sms")).toMatch(/address=5550199.*body=On my way/);
  expect(await shell("cat /sdcard/Documents/messages.txt")).toMatch(/body=On my way/);
});

test("appium-adb opens an app, changes a setting and copies files", async () => {
  await runPage("appium-adb");
  expect(await shell("settings get system font_scale")).toBe("1.3\n");
  expect(await shell("cat /sdcard/Download/numbers.txt")).toBe("1 2 3\n");
});

test("Appium writes a note, scrolls the settings and reads the clipboard", async () => {
  // Appium takes its drivers from the packages of its folder.
  symlinkSync(path.join(CLIENTS, "package.json"), path.join(folder, "package.json"));
  env = { ...env, APPIUM_HOME: folder, APPIUM_PORT: String(await freePort()) };
  await runPage("appium");
  await expect.poll(() => stored("com.terrarium.notes", "notes.json")).toMatch(/tent, rope and 漢字/);
  expect(await shell("pm list packages -3")).toMatch(/io\.appium\.settings\n.*io\.appium\.uiautomator2\.server\n/);
});

test("agent-device fills a field with any script", async () => {
  await runPage("agent-device");
  await expect.poll(() => stored("com.terrarium.notes", "notes.json")).toMatch(/Packing list 漢字/);
});

test("mobilecli reads the screen through its device server", async () => {
  const mobilecli = path.join(CLIENTS, "node_modules/.bin/mobilecli");
  onTestFinished(async () => void (await run(mobilecli, ["daemon", "stop"], { env })));
  const { stdout } = await run(mobilecli, ["dump", "ui", "--device", env["SERIAL"] ?? ""], { env });
  expect(stdout).toContain('"status": "ok"');
  expect(await shell("ps -A -o ARGS")).toContain("app_process / com.mobilenext.mobilecli.DeviceServer");
});

test("scrcpy's protocol shows the screen and opens an app", async () => {
  await runPage("scrcpy");
  await expect.poll(() => shell("dumpsys window")).toMatch(/mFocusedApp=.*com\.terrarium\.calculator/);
});

test("mobile-mcp allocates a device, completes an errand and releases it", async () => {
  const { client, stop } = await startMobileMcp(server().origin, key);
  onTestFinished(stop);
  const tools = new ToolCaller(client);
  const ask = async (name: string, input: Record<string, unknown> = {}) => (await tools.call(name, input)).answer;
  expect(await ask("mobile_list_available_devices")).toContain(boxId);
  expect(await ask("mobile_list_remote_devices")).toContain('"Small phone"');
  const allocated = await ask("mobile_allocate_remote_device", { platform: "android", name: "Phone", wait: true });
  const [device = ""] = /sbx_\w+/.exec(allocated) ?? [];
  expect(await ask("mobile_get_screen_size", { device })).toBe("Screen size is 720x1600 pixels");
  const { content } = await client.callTool({ name: "mobile_take_screenshot", arguments: { device } });
  expect(content).toContainEqual(expect.objectContaining({ type: "image", mimeType: "image/png" }));

  const agent = createMobileMcpAgent(tools, device);
  reads(await agent.do({ open: "Contacts" }, { tap: "New contact" }), "Name");
  await agent.do({ type: "Grace Hopper", into: "Name" }, { type: "5550101", into: "Phone" }, { tap: "Save" });
  const query = "content query --uri content://com.android.contacts/data/phones";
  const { stdout } = await cli().run(["box", "exec", device, query]);
  expect(stdout).toMatch(/Grace Hopper.*5550101/);

  await ask("mobile_clipboard", { device, text: "copied" });
  expect(await ask("mobile_clipboard", { device })).toContain("copied");
  expect(await ask("mobile_get_foreground_app", { device })).toContain("com.terrarium.contacts");
  expect(await ask("mobile_list_crashes", { device })).toContain("is not possible here: devices keep no reports");
  const answer = await fetch(`${server().origin}/api/v1/boxes/${device}/actions`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const { data } = getBoxActions.response.parse(await answer.json());
  expect(data.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["open", "tap", "text", "clipboard"]));
  expect(await ask("mobile_release_remote_device", { device })).toContain('"ok"');
  expect(await ask("mobile_list_available_devices")).not.toContain(device);
});
