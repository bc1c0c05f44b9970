import { describe, expect, it } from "vitest";
import { startTestPhone, testNode, type TestPhone } from "../testing/test-phone.ts";
import { uiautomator2 } from "./definition.ts";

const SERVER = "io.appium.uiautomator2.server";
const ADDRESS = "tcp:6790";
const W3C_KEY = "element-6066-11e4-a52e-4f735466cecf";
const LAUNCH = {
  kind: "instrumentation",
  component: `${SERVER}.test/androidx.test.runner.AndroidJUnitRunner`,
  args: {},
  detached: false,
} as const;

interface Started extends TestPhone {
  /** Number of the running server. */
  id: number;
  /** Sends a request of the session; returns the value. */
  send: (method: string, path: string, body?: unknown) => Promise<unknown>;
  session: string;
}

async function startServer(): Promise<Started> {
  const phone = startTestPhone([uiautomator2]);
  for (const packageName of [SERVER, `${SERVER}.test`])
    phone.host.install({ packageName, versionCode: 278, versionName: "10.6.6" });
  const button = testNode({
    className: "android.widget.Button",
    text: "Save",
    id: "com.terrarium.home:id/save",
    clickable: true,
    bounds: { left: 100, top: 200, right: 300, bottom: 260 },
  });
  const field = testNode({
    className: "android.widget.EditText",
    description: "Title",
    text: "<old>",
    clickable: true,
    bounds: { left: 0, top: 300, right: 720, bottom: 400 },
  });
  phone.windows.push(testNode({ children: [button, field] }));
  const id = await phone.host.start(LAUNCH);
  await expect.poll(() => phone.sockets.connect("tcp:7810")?.destroy()).toBeDefined();
  const { body } = await phone.ask(ADDRESS, "POST", "/session", { capabilities: { firstMatch: [{ a: 1 }] } });
  const session = (body as { sessionId: string }).sessionId;
  const send = async (method: string, path: string, sent?: unknown) =>
    ((await phone.ask(ADDRESS, method, `/session/${session}${path}`, sent)).body as { value: unknown }).value;
  return { ...phone, id, send, session };
}

const find = (strategy: string, selector: string) => ({ strategy, selector, context: "", multiple: false });

describe("the UiAutomator2 server", () => {
  it("reports its state, its sessions and its version", async () => {
    const { ask, session } = await startServer();
    expect((await ask(ADDRESS, "GET", "/status")).body).toMatchObject({
      value: { ready: true, build: { version: "10.6.6", versionCode: 278 } },
    });
    expect((await ask(ADDRESS, "GET", "/sessions")).body).toMatchObject({
      value: [{ id: session, capabilities: { a: 1 } }],
    });
  });

  it.each([
    ["id", "save"],
    ["id", "com.terrarium.home:id/save"],
    ["class name", "android.widget.Button"],
    ["xpath", "//android.widget.Button[@text='Save']"],
    ["-android uiautomator", 'new UiSelector().textMatches("(?i)sa.*").clickable(true).instance(0)'],
    [
      "-android uiautomator",
      'new UiScrollable(new UiSelector().scrollable(true)).scrollIntoView(new UiSelector().text("Save"));',
    ],
  ])("finds an element by %s and taps it", async (strategy, selector) => {
    const { send, ui } = await startServer();
    const found = (await send("POST", "/element", find(strategy, selector))) as Record<string, string>;
    expect(found[W3C_KEY]).toBe(found["ELEMENT"]);
    await send("POST", `/element/${found[W3C_KEY]}/click`, {});
    expect(ui.touches.map(({ action, xPx, yPx }) => [action, xPx, yPx])).toEqual([
      ["down", 200, 230],
      ["move", 200, 230],
      ["up", 200, 230],
    ]);
  });

  it("finds an element by its accessibility id and types into it", async () => {
    const { send, ui } = await startServer();
    const { ELEMENT: id } = (await send("POST", "/element", find("accessibility id", "Title"))) as { ELEMENT: string };
    expect(await send("GET", `/element/${id}/text`)).toBe("<old>");
    expect(await send("GET", `/element/${id}/attribute/contentDescription`)).toBe("Title");
    expect(await send("GET", `/element/${id}/rect`)).toEqual({ x: 0, y: 300, width: 720, height: 100 });
    await send("POST", `/element/${id}/value`, { text: "new", replace: true });
    expect(ui.texts).toEqual(["new"]);
    expect(ui.keys.map(({ keyCode }) => keyCode)).toEqual([29, 29, 67, 67]);
  });

  it.each([
    ["no such element", find("id", "nothing"), 404],
    ["invalid selector", find("xpath", "//["), 400],
    ["invalid selector", find("-android uiautomator", 'new UiSelector().frobnicate("x")'), 400],
    ["invalid selector", find("-android uiautomator", 'new UiSelector().textMatches("(a+)+b")'), 400],
    ["invalid selector", find("css selector", "a"), 400],
    ["invalid argument", { selector: 1 }, 400],
    ["invalid argument", "{", 400],
  ])("answers %s to %j", async (error, body, status) => {
    const { ask, session } = await startServer();
    expect(await ask(ADDRESS, "POST", `/session/${session}/element`, body)).toMatchObject({
      status,
      body: { value: { error } },
    });
  });

  it("forgets an element that has left the screen", async () => {
    const { send, windows } = await startServer();
    const { ELEMENT: id } = (await send("POST", "/element", find("id", "save"))) as { ELEMENT: string };
    windows.splice(0, 1, testNode({ text: "other" }));
    expect(await send("GET", `/element/${id}/text`)).toMatchObject({ error: "stale element reference" });
  });

  it("writes the source with escaped texts", async () => {
    const { send } = await startServer();
    const source = await send("GET", "/source");
    expect(source).toContain('<hierarchy index="0" class="hierarchy" rotation="0" width="720" height="1280">');
    expect(source).toContain('text="&lt;old&gt;" content-desc="Title"');
  });

  it("plays actions of several fingers", async () => {
    const { send, ui } = await startServer();
    const finger = (x: number) => ({
      type: "pointer",
      id: `finger ${x}`,
      actions: [
        { type: "pointerMove", x, y: 100, duration: 0 },
        { type: "pointerDown" },
        { type: "pointerMove", x: x + 50, y: 100, duration: 20 },
        { type: "pointerUp" },
      ],
    });
    expect(await send("POST", "/actions", { actions: [finger(100), finger(400)] })).toBeNull();
    const ends = ui.touches.filter(({ action }) => action === "up").map(({ pointerId, xPx }) => [pointerId, xPx]);
    expect(ends).toEqual([
      [200, 150],
      [201, 450],
    ]);
    expect(
      await send("POST", "/actions", {
        actions: [{ type: "pointer", actions: [{ type: "pause", duration: 99_999 }] }],
      }),
    ).toMatchObject({ error: "invalid argument" });
  });

  it("sets the clipboard and its settings", async () => {
    const { send, ui } = await startServer();
    await send("POST", "/appium/device/set_clipboard", { content: Buffer.from("ä").toString("base64") });
    expect(ui.clipboard.get()).toBe("ä");
    expect(await send("POST", "/appium/settings", { settings: { mjpegServerFramerate: 5 } })).toBeNull();
    expect(await send("GET", "/appium/settings")).toMatchObject({ mjpegServerFramerate: 5 });
    expect(await send("POST", "/appium/settings", { settings: { nonsense: 5 } })).toMatchObject({
      error: "invalid argument",
    });
  });

  it("streams the screen as pictures", async () => {
    const { sockets } = await startServer();
    const connection = sockets.connect("tcp:7810");
    connection?.write("GET / HTTP/1.1\r\nHost: phone\r\n\r\n");
    const received: Buffer[] = [];
    connection?.on("data", (bytes: Buffer) => received.push(bytes));
    await expect.poll(() => Buffer.concat(received).includes(Buffer.from([0xff, 0xd8, 0xff]))).toBe(true);
    expect(Buffer.concat(received).toString("latin1")).toContain("multipart/x-mixed-replace");
    connection?.destroy();
  });

  it("rejects requests of other sessions and large bodies", async () => {
    const { ask, session } = await startServer();
    expect(await ask(ADDRESS, "GET", "/session/other/source")).toMatchObject({
      body: { value: { error: "invalid session id" } },
    });
    expect(await ask(ADDRESS, "GET", `/session/${session}/nothing`)).toMatchObject({ status: 404 });
    expect(await ask(ADDRESS, "POST", "/session", "x".repeat(5 * 1024 * 1024))).toMatchObject({ status: 413 });
  });

  it("ends with its session", async () => {
    const { send, host, sockets, id } = await startServer();
    await send("DELETE", "");
    expect(await host.next(id)).toMatchObject({ text: expect.stringContaining("OK (1 test)") });
    expect(await host.next(id)).toEqual({ kind: "exit", exitCode: 0 });
    expect(sockets.connect(ADDRESS)).toBeUndefined();
  });

  it("ends and closes its connections when its package stops", async () => {
    const { host, sockets } = await startServer();
    const connection = sockets.connect(ADDRESS);
    const closed = new Promise((resolve) => connection?.once("end", resolve).resume());
    host.forceStop(SERVER);
    await closed;
    expect(sockets.connect("tcp:7810")).toBeUndefined();
  });
});
