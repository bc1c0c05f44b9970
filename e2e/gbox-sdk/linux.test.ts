import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLinuxMachine } from "../../packages/device-providers/src/embedded/linux-machine.ts";
import { describeWhere } from "../../packages/platform/src/testing/describe-where.ts";
import { apiKeyOf } from "../support/api.ts";
import { signIn, startServer, type TestServer } from "../support/server.ts";
import { LINUX_CALLS } from "./calls.ts";
import { type CallMethod, openSdk, openWire, whyNoSdk } from "./client.ts";

/** Methods called by the tests here. */
const called = new Set<string>();
const ACTION = { actionId: expect.any(String), message: expect.any(String) };
const dataUrl = (html: string) => `data:text/html,${encodeURIComponent(html)}`;

interface Tab {
  id: string;
  active: boolean;
  title: string;
}

/** Typical uses of gbox-sdk on a Linux box with a browser, for any client. */
function describeMethods(open: (origin: string, key: string) => Promise<CallMethod>): void {
  let server: TestServer;
  let method: CallMethod;
  let id = "";
  const call: CallMethod = (name, ...args) => {
    called.add(name);
    return method(name, ...args);
  };
  /** Calls a method of the box. */
  const on = (name: string, body?: object) => (body === undefined ? call(name, id) : call(name, id, body));
  const refusal = async (promise: Promise<unknown>) => {
    const error = await promise.then(
      (answer) => expect.fail(`it was answered with ${JSON.stringify(answer)}`),
      (reason: unknown) => reason,
    );
    return error as { status: number; error: { code: string; message: string } };
  };
  const isRefused = async (promise: Promise<unknown>) => {
    const { status, error } = await refusal(promise);
    expect([status, error.code]).toEqual([422, "not_possible"]);
    expect(error.message.length).toBeGreaterThan(40);
  };
  const tabs = async () => ((await on("browser.getTabs")) as { data: Tab[] }).data;

  beforeAll(async () => {
    server = await startServer();
    method = await open(server.origin, await apiKeyOf(server.origin, await signIn(server.origin, "ann")));
    const config = {
      templateId: "tpl_browser",
      expiresIn: "30m",
      labels: { errand: "linux" },
      envs: { COLOUR: "green" },
    };
    id = ((await call("createLinux", { config, timeout: "2m" })) as { id: string }).id;
  });
  afterAll(() => server?.stop());

  test("creates, finds and reads a box", async () => {
    expect(await on("retrieve")).toMatchObject({
      id,
      type: "linux",
      status: "running",
      config: { labels: { errand: "linux" }, envs: { COLOUR: "green" }, workingDir: "/home/user" },
    });
    const query = { labels: { errand: "linux" }, type: ["linux"] };
    expect(await call("list", query)).toMatchObject({ data: [{ id }], total: 1 });
  });

  test("runs commands and code of three languages, and handles files", async () => {
    const command = { command: "echo $COLOUR; pwd; exit 3", timeout: "20s" };
    expect(await on("executeCommands", command)).toMatchObject({ stdout: "green\n/home/user\n", exitCode: 3 });
    for (const [language, code] of [
      ["bash", 'echo "$1"'],
      ["python", "import sys; print(sys.argv[1])"],
      ["typescript", "const word: string = process.argv.at(-1) ?? ''; console.log(word)"],
    ])
      expect(await on("runCode", { code, language, argv: ["given"] })).toMatchObject({ stdout: "given\n" });
    await on("fs.write", { path: "notes/one.txt", content: "grüße\n" });
    expect(await on("fs.read", { path: "/home/user/notes/one.txt" })).toEqual({ content: "grüße\n" });
    expect(await on("fs.list", { path: "notes" })).toMatchObject({ data: [{ name: "one.txt", type: "file" }] });
    await on("fs.rename", { oldPath: "notes/one.txt", newPath: "notes/two.txt" });
    expect(await on("fs.exists", { path: "notes/two.txt" })).toMatchObject({ exists: true });
    await on("fs.remove", { path: "notes/two.txt" });
  });

  test("opens, lists, navigates, activates and closes tabs", async () => {
    const { cdpUrl } = (await on("browser.open", { maximize: true })) as { cdpUrl: string };
    expect(cdpUrl).toMatch(/^ws:/);
    expect(await on("browser.cdpURL", { expiresIn: "5m" })).toMatch(/^ws:.*token=/);
    const one = (await on("browser.openTab", { url: dataUrl("<title>One</title>") })) as Tab;
    // A page that is still loading resources or responds slowly counts as loading.
    const loading = expect.any(Boolean);
    const fields = { active: true, title: "One", loading, favicon: "", url: expect.stringMatching(/^data:/) };
    expect(one).toEqual({ id: expect.any(String), ...fields });
    await expect.poll(async () => (await tabs()).find((tab) => tab.id === one.id)).toMatchObject({ loading: false });
    const two = (await on("browser.openTab", { url: dataUrl("<title>Two</title>") })) as Tab;
    expect((await tabs()).slice(0, 2).map(({ title, active }) => [title, active])).toEqual([
      ["Two", true],
      ["One", false],
    ]);
    const ofBox = { boxId: id };
    expect(await call("browser.switchTab", one.id, ofBox)).toMatchObject({ id: one.id, active: true });
    const url = dataUrl("<title>Three</title>");
    expect(await call("browser.updateTab", two.id, { ...ofBox, url })).toMatchObject({ id: two.id, title: "Three" });
    expect(await call("browser.closeTab", two.id, ofBox)).toEqual({ message: expect.any(String) });
    expect((await tabs()).map((tab) => tab.id)).not.toContain(two.id);
    expect(await refusal(call("browser.closeTab", two.id, ofBox))).toMatchObject({ status: 404 });
    expect(await refusal(on("browser.openTab", { url: "no address" }))).toMatchObject({ status: 400 });
    await on("browser.close");
    expect(await refusal(on("browser.getTabs"))).toMatchObject({ status: 409, error: { code: "browser_closed" } });
    await on("browser.open", {});
    expect(await tabs()).toHaveLength(1);
  });

  test("shows, touches and types on the screen", async () => {
    const page = `<label>Name <input></label><button onclick="said.textContent = 'Hello ' + document.querySelector('input').value">Go</button><p id="said"></p>`;
    await on("browser.openTab", { url: dataUrl(page) });
    const layout = async () => ((await on("actions.screenLayout")) as { content: string }).content;
    await expect.poll(layout).toContain('text="Go"');
    await on("actions.tap", { target: { selector: { description: "Name" } } });
    expect(await on("actions.type", { text: "gbox" })).toMatchObject(ACTION);
    await on("actions.pressKey", { keys: ["end"] });
    await on("actions.click", { target: { selector: { text: "Go" } } });
    await expect.poll(layout).toContain("Hello gbox");
    expect(await on("actions.screenshot", {})).toMatchObject({
      uri: expect.stringMatching(/^data:image\/png;base64,iVBOR/),
    });
    const size = { width: 1024, height: 700 };
    expect(await on("resolutionSet", size)).toMatchObject(size);
    expect(await on("display")).toEqual({ orientation: expect.any(String), resolution: size });
  });

  test("creates links for people", async () => {
    for (const name of ["liveViewURL", "webTerminalURL"]) {
      const { url } = (await on(name, { expiresIn: "5m" })) as { url: string };
      expect((await fetch(url)).status).toBe(200);
    }
  });

  test("rejects unsupported calls with the reason", async () => {
    const servers = {
      httpServer: "http://a.test:1",
      httpsServer: "http://a.test:1",
      socks5Server: "socks5://a.test:1",
    };
    await isRefused(on("browser.setProxy", servers));
    await isRefused(on("browser.getProxy"));
    await isRefused(on("browser.clearProxy"));
    await isRefused(on("browser.open", { showControls: false }));
    await isRefused(on("android.listPkg", {}));
  });

  test("saves files, restores them in another box, deletes them", async () => {
    await on("fs.write", { path: "kept/here.txt", content: "kept" });
    const snapshot = { name: "one", boxType: "linux", providerType: "vm", status: "Available" };
    expect(await on("snapshot.create", { name: "one" })).toMatchObject(snapshot);
    expect(await refusal(on("snapshot.create", { name: "one" }))).toMatchObject({ status: 409 });
    expect(await call("snapshot.list", { page: 1, pageSize: 5 })).toMatchObject({ data: [snapshot], total: 1 });
    expect(await call("snapshot.get", "one")).toMatchObject(snapshot);
    const config = { snapshotName: "one", expiresIn: "10m" };
    const other = (await call("createLinux", { config, timeout: "2m" })) as { id: string };
    expect(await call("fs.read", other.id, { path: "kept/here.txt" })).toEqual({ content: "kept" });
    await call("terminate", other.id, { wait: true });
    await call("snapshot.remove", "one");
    expect(await refusal(call("snapshot.get", "one"))).toMatchObject({ status: 404 });
    expect(await refusal(call("createLinux", { config }))).toMatchObject({ status: 404 });
  });

  test("stops, restarts with files and browser, and ends", async () => {
    await on("fs.write", { path: "kept.txt", content: "kept" });
    await on("stop", { wait: true });
    expect(await refusal(on("browser.getTabs"))).toMatchObject({ status: 409 });
    expect(await on("start", { wait: true })).toMatchObject({ id, status: "running" });
    expect(await on("fs.read", { path: "kept.txt" })).toEqual({ content: "kept" });
    expect((await tabs()).length).toBeGreaterThan(0);
    await on("terminate", { wait: true });
    expect(await on("retrieve")).toMatchObject({ status: "terminated" });
  });
}

const [missing] = await createLinuxMachine({ log: { warn: () => undefined } }).missingFor("browser", process.execPath);

describeWhere(missing, "requests for Linux boxes as gbox-sdk 0.44 sends them", () => {
  describeMethods(async (origin, key) => openWire(origin, key));

  test("covers all additional methods of Linux boxes", () => {
    expect(Object.keys(LINUX_CALLS).filter((name) => !called.has(name))).toEqual([]);
  });
});

describe("Linux boxes", () => {
  describeWhere(missing ?? whyNoSdk, "by gbox-sdk 0.44 itself, unmodified", () => {
    describeMethods((origin, key) => openSdk(origin, key));
  });
});
