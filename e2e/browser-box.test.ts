import { once } from "node:events";
import { getBoxActions } from "@terrarium/contract/actions";
import { createBoxToken, revokeBoxToken, getBoxTokens } from "@terrarium/contract/box-links";
import type { Box } from "@terrarium/sdk/box";
import { TerrariumClient } from "@terrarium/sdk/terrarium-client";
import { TerrariumError } from "@terrarium/sdk/terrarium-error";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { createLinuxMachine } from "../packages/device-providers/src/embedded/linux-machine.ts";
import { describeWhere } from "../packages/platform/src/testing/describe-where.ts";
import { apiKeyOf } from "./support/api.ts";
import { provideServer } from "./support/fixtures.ts";
import { post, signIn } from "./support/server.ts";

/** A complete browser starts in a sandbox, and restarts after it was closed. */
const WAITING = { timeout: 90_000, interval: 100 };

const [missing] = await createLinuxMachine({ log: { warn: () => undefined } }).missingFor("browser", process.execPath);

describeWhere(missing, "the browser of a box", () => {
  const server = provideServer();
  let key: string;
  let box: Box;

  beforeAll(async () => {
    const { origin } = server();
    key = await apiKeyOf(origin, await signIn(origin, "ada"));
    const terrarium = new TerrariumClient({ baseUrl: origin, apiKey: key });
    box = await terrarium.boxes.create({ config: { templateId: "tpl_browser", expiresIn: "30m" }, timeout: "2m" });
  });
  afterAll(() => box?.terminate());

  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => (error instanceof TerrariumError ? { status: error.status, code: error.code } : error),
    );
  const connect = (url: string) => chromium.connectOverCDP(url, { timeout: WAITING.timeout });
  const dataUrl = (html: string) => `data:text/html,${encodeURIComponent(html)}`;
  /** Returns the status or close code of a WebSocket that was rejected or closed. */
  const statusOf = async (url: string) => {
    const socket = new WebSocket(url);
    socket.on("error", () => undefined);
    const [, { statusCode }] = (await once(socket, "unexpected-response")) as [unknown, { statusCode: number }];
    socket.terminate();
    return statusCode;
  };

  /** Returns an open WebSocket; rejects if it was refused. */
  const opened = async (url: string) => {
    const socket = new WebSocket(url).on("error", () => undefined);
    await once(socket, "open");
    return socket;
  };

  test("connects a client by its address and logs it", async () => {
    const url = await box.browser.cdpUrl({ expiresIn: "10m" });
    expect(url).toMatch(/^ws:\/\/localhost:\d+\/api\/v1\/boxes\/sbx_\w+\/browser\/cdp\?token=trb_/);
    const browser = await connect(url);
    const [context] = browser.contexts();
    const page = await context!.newPage();
    await page.goto(dataUrl("<title>Here</title><p>in the box</p>"));
    expect([await page.title(), await page.textContent("p")]).toEqual(["Here", "in the box"]);
    // Messages far longer than any buffer on the way.
    const long = "x".repeat(20_000_000);
    expect(await page.evaluate((text) => text.length, long)).toBe(long.length);
    expect(await page.evaluate((length) => "y".repeat(length), long.length)).toHaveLength(long.length);
    await page.close();
    await browser.close();
    const answer = await fetch(`${server().origin}/api/v1/boxes/${box.id}/actions`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const { data } = getBoxActions.response.parse(await answer.json());
    expect(data.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["link", "cdp"]));
  });

  test("HTTP requests return this server's addresses of browser and pages", async () => {
    const url = new URL((await box.browser.cdpUrl()).replace("ws:", "http:"));
    const list = async (path: string) => {
      const at = new URL(url);
      at.pathname += path;
      return (await fetch(at)).json() as Promise<{ webSocketDebuggerUrl: string; type: string }[]>;
    };
    const browser = await connect(url.href);
    expect(browser.isConnected()).toBe(true);
    await browser.close();
    const [page] = await list("/json/list");
    expect(page?.webSocketDebuggerUrl).toContain(`${url.host}${url.pathname}/devtools/page/`);
    const socket = new WebSocket(page?.webSocketDebuggerUrl ?? "");
    await once(socket, "open");
    socket.send(JSON.stringify({ id: 1, method: "Runtime.evaluate", params: { expression: "6 * 7" } }));
    const [answer] = (await once(socket, "message")) as [Buffer];
    expect(JSON.parse(answer.toString())).toMatchObject({ id: 1, result: { result: { value: 42 } } });
    // Unsolicited pings and pongs, which some WebSocket clients send, have no effect.
    socket.pong();
    socket.ping();
    await once(socket, "pong");
    socket.close();
    await once(socket, "close");
  });

  test("rejects strangers, watchers and unknown pages before connecting", async () => {
    const base = `${server().origin.replace("http", "ws")}/api/v1/boxes/${box.id}/browser/cdp`;
    const view = await post(server().origin, createBoxToken.path.replace("{boxId}", box.id), { rights: "view" }, key);
    const { token } = createBoxToken.response.parse(await view.json());
    expect(await statusOf(base)).toBe(401);
    expect(await statusOf(`${base}?token=trb_none`)).toBe(401);
    expect(await statusOf(`${base}?token=${token}`)).toBe(403);
    expect(await statusOf(`${base}/devtools/page/none?token=${key}`)).toBe(404);
    expect(await statusOf(`${base}/devtools/other/none?token=${key}`)).toBe(400);
    const other = await signIn(server().origin, "eve");
    expect(await statusOf(`${base}?token=${other}`)).toBe(404);
    const plain = await fetch(`${base.replace("ws", "http")}?token=${key}`);
    expect([plain.status, await plain.json()]).toMatchObject([400, { code: "invalid_request" }]);
  });

  test("closes connections of a revoked token", async () => {
    const socket = new WebSocket(await box.browser.cdpUrl());
    await once(socket, "open");
    const path = getBoxTokens.path.replace("{boxId}", box.id);
    const headers = { authorization: `Bearer ${key}` };
    const list = await fetch(server().origin + path, { headers });
    const [newest] = getBoxTokens.response.parse(await list.json()).data;
    const revoke = revokeBoxToken.path.replace("{boxId}", box.id).replace("{tokenId}", newest?.id ?? "");
    void fetch(server().origin + revoke, { method: "DELETE", headers });
    const [code] = (await once(socket, "close")) as [number];
    expect(code).toBe(4401);
  });

  test("Browser.close disconnects the client and the browser restarts", async () => {
    const browser = await connect(await box.browser.cdpUrl());
    const gone = once(browser as never, "disconnected");
    const session = await browser.newBrowserCDPSession();
    await session.send("Browser.close").catch(() => undefined);
    await gone;
    const next = await connect(await box.browser.cdpUrl());
    expect(next.version()).toMatch(/^\d+\./);
    await next.close();
  });

  test("opens, lists, navigates, activates and closes tabs", async () => {
    const first = await box.browser.openTab({ url: dataUrl("<title>One</title>") });
    expect(first).toMatchObject({ title: "One", active: true, favicon: "" });
    // A page that is still loading resources or responds slowly counts as loading.
    await expect
      .poll(async () => (await box.browser.getTabs()).data.find(({ id }) => id === first.id)?.loading)
      .toBe(false);
    const second = await box.browser.openTab({ url: dataUrl("<title>Two</title>") });
    const titles = async () => (await box.browser.getTabs()).data.map(({ title, active }) => `${title} ${active}`);
    expect(await titles()).toEqual(expect.arrayContaining(["Two true", "One false"]));
    expect(await box.browser.switchTab({ tabId: first.id })).toMatchObject({ id: first.id, active: true });
    expect(await titles()).toEqual(expect.arrayContaining(["One true", "Two false"]));
    const updated = await box.browser.updateTab({ tabId: second.id, url: dataUrl("<title>Three</title>") });
    expect(updated).toMatchObject({ id: second.id, title: "Three" });
    expect((await box.browser.closeTab({ tabId: second.id })).message).toContain(second.id);
    expect(await refusal(box.browser.switchTab({ tabId: second.id }))).toEqual({ status: 404, code: "tab_not_found" });
    const lost = { status: 422, code: "page_failed" };
    expect(await refusal(box.browser.openTab({ url: "http://127.0.0.1:1/" }))).toEqual(lost);
    expect(await refusal(box.browser.updateTab({ tabId: first.id, url: "nothing:here" }))).toEqual(lost);
    expect((await box.browser.getTabs()).data.some(({ url }) => url.startsWith("http://127.0.0.1"))).toBe(false);
    await box.browser.closeTab({ tabId: first.id });
  });

  test("a busy page is listed as loading and blocks nothing", async () => {
    const hanging = await box.browser.openTab({ url: dataUrl("<title>Busy</title><p>a</p>") });
    const browser = await connect(await box.browser.cdpUrl());
    const page = browser
      .contexts()[0]
      ?.pages()
      .find((each) => each.url().includes("Busy"));
    page?.evaluate("for (;;) {}").catch(() => undefined);
    await expect
      .poll(async () => (await box.browser.getTabs()).data.find(({ id }) => id === hanging.id)?.loading)
      .toBe(true);
    await box.browser.closeTab({ tabId: hanging.id });
    await browser.close();
  });

  test("reads, answers and navigates a page with a dialog", { timeout: 240_000 }, async () => {
    const asking = "<title>Asks</title><p id=p>a</p><script>p.textContent = 'Answer ' + confirm('Sure?')</script>";
    const layout = async () => (await box.actions.screenLayout()).content;
    const first = await box.browser.openTab({ url: dataUrl(asking) });
    expect(first).toMatchObject({ title: "Asks", active: true, loading: true });
    await expect.poll(layout, WAITING).toMatch(/content-desc="Sure\?"[^]*text="OK"/);
    expect((await box.actions.screenshot()).uri).toMatch(/^data:image\/png/);
    const { elements } = await box.actions.elementsDetect();
    const ok = elements.find(({ label }) => label === "OK");
    if (!ok) throw new Error(`no button among ${elements.map(({ label }) => label).join()}`);
    await box.actions.tap({ target: ok });
    await expect.poll(layout, WAITING).toContain('text="Answer true"');
    await box.browser.updateTab({ tabId: first.id, url: dataUrl(asking) });
    await expect.poll(layout, WAITING).toContain('content-desc="Sure?"');
    const next = await box.browser.updateTab({ tabId: first.id, url: dataUrl("<title>Next</title><p>Calm</p>") });
    expect(next).toMatchObject({ id: first.id, title: "Next" });
    await expect.poll(layout, WAITING).toContain('text="Calm"');
    await box.browser.closeTab({ tabId: first.id });
  });

  test("closes until opened again, with the requested window", async () => {
    await box.browser.close();
    const closed = { status: 409, code: "browser_closed" };
    expect(await refusal(box.browser.getTabs())).toEqual(closed);
    expect(await statusOf(await box.browser.cdpUrl())).toBe(409);
    const { cdpUrl } = await box.browser.open({ size: "800x600" });
    const browser = await connect(cdpUrl);
    const bounds = async () => {
      const session = await browser.newBrowserCDPSession();
      const { targetInfos } = await session.send("Target.getTargets");
      const targetId = targetInfos.find(({ type }) => type === "page")?.targetId;
      return (await session.send("Browser.getWindowForTarget", targetId === undefined ? {} : { targetId })).bounds;
    };
    expect(await bounds()).toMatchObject({ width: 800, height: 600, windowState: "normal" });
    await box.browser.open({ maximize: true, size: "640x480" });
    expect(await bounds()).toMatchObject({ windowState: "maximized" });
    await browser.close();
    const refused = { status: 422, code: "not_possible" };
    expect(await refusal(box.browser.open({ showControls: false }))).toEqual(refused);
  });

  test("accepts connections up to the limit, then freed slots", async () => {
    const url = await box.browser.cdpUrl();
    const sockets: WebSocket[] = [];
    // Connections still count until the server has noticed their end.
    const letIn = () => vi.waitFor(async () => sockets.push(await opened(url)), WAITING);
    for (let count = 0; count < 16; count += 1) await letIn();
    expect(await statusOf(url)).toBe(429);
    sockets.pop()?.terminate();
    await letIn();
    for (const socket of sockets) socket.terminate();
  });

  test("a foreign listener on the browser's port is isolated", async () => {
    await box.browser.close();
    // The program moves to the background once it listens.
    const program =
      'import os,socket;s=socket.socket();s.setsockopt(1,2,1);s.bind(("127.0.0.1",9222));s.listen();os.fork() and os._exit(0);c=s.accept()[0];c.recv(9999);c.sendall(b"HTTP/1.1 200 OK\\r\\n\\r\\n"+b"x"*3000000)';
    const { exitCode } = await box.commands.run({ command: `python3 -c '${program}' > /dev/null 2>&1` });
    expect(exitCode).toBe(0);
    const answer = await refusal(box.browser.getTabs());
    expect(answer).toMatchObject({ code: expect.stringMatching(/browser_closed|device_failed/) });
    expect(await box.browser.open()).toMatchObject({ cdpUrl: expect.any(String) });
  });

  test("the end of the box closes connections with a reason", async () => {
    const socket = new WebSocket(await box.browser.cdpUrl());
    await once(socket, "open");
    const [[code]] = await Promise.all([once(socket, "close"), box.terminate()]);
    expect(code).toBe(4410);
  });
});
