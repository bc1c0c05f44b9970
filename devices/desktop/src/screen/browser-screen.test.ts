import { generateKeyPairSync, randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectTango } from "@terrarium/adb-device/testing/tango-client";
import { formatPublicKey } from "@terrarium/adb/public-key";
import { freePort } from "@terrarium/adb/testing/free-port";
import { DEVICE_GRACE_MS } from "@terrarium/device-providers/device-grace";
import { DevToolsConnection } from "@terrarium/devtools/connection";
import { readVersion } from "@terrarium/devtools/discovery";
import { describeWhere } from "@terrarium/platform/testing/describe-where";
import { SERVER_VERSION } from "@terrarium/scrcpy/server-arguments";
import { AdbScrcpyClient, AdbScrcpyOptions3_3_3 } from "@yume-chan/adb-scrcpy";
import {
  AndroidKeyCode,
  AndroidKeyEventAction,
  AndroidKeyEventMeta,
  AndroidMotionEventAction,
  DefaultServerPath,
  ScrcpyPointerId,
} from "@yume-chan/scrcpy";
import { WritableStream } from "@yume-chan/stream-extra";
import { afterAll, beforeAll, describe, expect, onTestFailed, onTestFinished, test, vi } from "vitest";
import * as z from "zod";
import { END_WITHIN_MS } from "../desktop-device.ts";
import { portOf } from "../network/port-of.ts";
import { missingForScreens } from "../testing/screen-programs.ts";
import { startTestDesktop, type TestDesktop } from "../testing/test-desktop.ts";
import { longText, startTestPage, type TestPage } from "../testing/test-page.ts";
import { devToolsAt } from "../tree/browser/dev-tools.ts";

const size = { widthPx: 1000, heightPx: 704 };

describeWhere(missingForScreens(), "a browser's screen", () => {
  let kept: string;
  let desktop: TestDesktop;
  let page: TestPage;
  let first: Buffer;

  beforeAll(async () => {
    page = await startTestPage();
    kept = await mkdtemp(join(tmpdir(), "browser-home-"));
    desktop = await startTestDesktop({ kind: "browser", ...size, home: kept });
    // The first screenshot; the browser is not awaited yet.
    first = (await desktop.adb.run("exec-out", "screencap -p")).stdout;
    await open();
  });
  afterAll(async () => {
    await desktop[Symbol.asyncDispose]();
    await rm(kept, { recursive: true, force: true });
    page.close();
  });

  const dump = (of = desktop) => of.shell("uiautomator dump /dev/tty");
  async function open(on = desktop): Promise<void> {
    const url = `http://127.0.0.1:${on.devToolsPort}/json/new?${page.url}`;
    const waiting = { timeout: 120_000, interval: 200 };
    await vi.waitFor(async () => expect(await on.shell(`curl -s -X PUT '${url}'`)).toContain(page.url), waiting);
    // The window fills the screen some time after it opens.
    const filled = new RegExp(`${size.widthPx},${size.heightPx}\\].*text="Greet"`);
    await vi.waitFor(async () => expect(await dump(on)).toMatch(filled), waiting);
  }
  async function restart(): Promise<void> {
    await desktop.adb.run("reboot");
    await expect.poll(() => desktop.adb.connect(desktop.port)).toContain("connected");
  }
  async function startAgain(): Promise<void> {
    await desktop[Symbol.asyncDispose]();
    desktop = await startTestDesktop({ kind: "browser", ...size, home: kept });
  }
  /** Returns the middle of the element with this id, in `input` coordinates. */
  async function middle(id: string): Promise<[number, number]> {
    const bounds = new RegExp(`resource-id="${id}"[^>]*bounds="\\[(\\d+),(\\d+)\\]\\[(\\d+),(\\d+)\\]`);
    const [, left, top, right, bottom] = (bounds.exec(await dump()) ?? []).map(Number);
    return [((left ?? 0) + (right ?? 0)) / 2, ((top ?? 0) + (bottom ?? 0)) / 2];
  }

  test("delays requests until it is ready", () => {
    expect([first.readUInt32BE(16), first.readUInt32BE(20)]).toEqual([size.widthPx, size.heightPx]);
  });

  test.each(["/dev/tty", "/dev/stdout", "/proc/self/fd/1"])("dumps its content to %s", async (place) => {
    const { stdout } = await desktop.adb.run("exec-out", `uiautomator dump ${place}`);
    expect(stdout.toString()).toMatch(new RegExp(`^<\\?xml [^]*</hierarchy>UI hierchary dumped to: ${place}\n$`));
  });

  test("is captured as a PNG file and as pixels", async () => {
    const png = (await desktop.adb.run("exec-out", "screencap -p")).stdout;
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1000, 704]);
    const pixels = (await desktop.adb.run("exec-out", "screencap")).stdout;
    expect(pixels).toHaveLength(16 + 1000 * 704 * 4);
    expect([pixels.readUInt32LE(0), pixels.readUInt32LE(4), pixels.readUInt32LE(8)]).toEqual([1000, 704, 1]);
    await desktop.shell("screencap -p file.png");
    expect(await desktop.shell("head -c 4 file.png | tail -c 3")).toBe("PNG");
  });

  test("passes taps, texts of any script and long presses on", async () => {
    const text = `Wörld € 你好 "A"`;
    const [who, go] = [await middle("who"), await middle("go")];
    await desktop.shell(`input tap ${who.join(" ")}`);
    await expect.poll(() => dump()).toMatch(/resource-id="who"[^>]*focused="true"/);
    await desktop.shell(`input text '${text}'`);
    await expect.poll(() => dump()).toContain(text.replaceAll('"', "&quot;"));
    await desktop.shell(`input tap ${go.join(" ")}`);
    await expect.poll(() => dump()).toContain(`text="Hi ${text.replaceAll('"', "&quot;")}"`);
    await desktop.shell(`input tap ${(await middle("box")).join(" ")}`);
    await expect.poll(() => dump()).toMatch(/resource-id="box"[^>]*checked="true"/);
    await desktop.shell("input keyevent SPACE");
    await expect.poll(() => dump()).toMatch(/resource-id="box"[^>]*checked="false"/);
    expect((await desktop.adb.run("shell", "input keyevent NO_SUCH")).stderr).toContain("Invalid key code");
    expect((await desktop.adb.run("shell", "input keyevent POWER")).stderr).toContain("no such key here");
  });

  test("types successive texts, even characters without a key", async () => {
    await desktop.shell(`input tap ${(await middle("who")).join(" ")}`);
    await expect.poll(() => dump()).toMatch(/resource-id="who"[^>]*focused="true"/);
    // More characters than free keys, within a text and across texts.
    const texts = Array.from({ length: 2 }, (_, i) =>
      Array.from({ length: 20 }, (_each, j) => String.fromCodePoint(0x4e00 + 20 * i + j)).join(""),
    );
    for (const text of texts) {
      await desktop.shell(`input keycombination CTRL_LEFT A; input text '${text}'`);
      await expect.poll(() => dump()).toContain(`text="${text}"`);
    }
  });

  test("locates elements in same-site and cross-site frames", async () => {
    await desktop.shell(`curl -s -X PUT 'http://127.0.0.1:${desktop.devToolsPort}/json/new?${page.url}framed'`);
    for (const name of ["near", "far"]) {
      const button = new RegExp(`text="Inner ${name}"[^>]*bounds="\\[(\\d+),(\\d+)\\]\\[(\\d+),(\\d+)\\]`);
      await expect.poll(() => dump()).toMatch(button);
      const [, left = 0, top = 0, right = 0, bottom = 0] = (button.exec(await dump()) ?? []).map(Number);
      await desktop.shell(`input tap ${(left + right) / 2} ${(top + bottom) / 2}`);
      await expect.poll(() => dump()).toContain(`text="Inner ${name} pressed"`);
    }
    await open();
  });

  test("omits only the scrolled-away elements of scroll areas", async () => {
    await desktop.shell(`launch ${page.url}areas`);
    await expect.poll(() => dump()).toContain("Seen in a line");
    const told = [...(await dump()).matchAll(/text="((?:Seen|Away) [^"]*)"/g)].map(([, text]) => text);
    expect(told).toEqual([
      "Seen row",
      "Seen by an area that does not hold it",
      "Seen as it is fixed",
      "Seen on top",
      "Seen in a dialog",
      "Seen below",
      "Seen in the margin",
      "Seen in a line",
    ]);
    await open();
  });

  test("omits only the elements under a dialog or header", async () => {
    await desktop.shell(`launch ${page.url}covered`);
    await expect.poll(() => dump()).toContain("Seen in a frame");
    const told = [...(await dump()).matchAll(/text="((?:Seen|Away)[^"]*)"/g)].map(([, text]) => text);
    expect(told).toEqual([
      "Seen in the header",
      "Seen",
      "Seen behind a link of its card",
      "Seen in a frame",
      "Seen in a dialog",
      "Seen note",
    ]);
    await open();
  });

  test("delays reports and input until a page is drawn", async () => {
    const gpu = Number(await desktop.shell(`pgrep -f '[t]ype=gpu-process.*${desktop.home}'`));
    // kill(0) would stop this process and its group.
    expect(gpu).toBeGreaterThan(0);
    process.kill(gpu, "SIGSTOP");
    onTestFinished(() => void process.kill(gpu, "SIGCONT"));
    await desktop.shell(`curl -s -X PUT 'http://127.0.0.1:${desktop.devToolsPort}/json/new?${page.url}inner?late'`);
    expect(await dump()).not.toContain("Inner");
    process.kill(gpu, "SIGCONT");
    const button = /text="Inner late"[^>]*bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]/;
    let shown = "";
    await expect.poll(async () => (shown = await dump())).toMatch(button);
    const [, left = 0, top = 0, right = 0, bottom = 0] = (button.exec(shown) ?? []).map(Number);
    await desktop.shell(`input tap ${(left + right) / 2} ${(top + bottom) / 2}`);
    await expect.poll(() => dump()).toContain('text="Inner late pressed"');
    await open();
  });

  test("accepts input sent right after opening a page", async () => {
    const who = await middle("who");
    const gpu = Number(await desktop.shell(`pgrep -f '[t]ype=gpu-process.*${desktop.home}'`));
    expect(gpu).toBeGreaterThan(0);
    process.kill(gpu, "SIGSTOP");
    onTestFinished(() => void process.kill(gpu, "SIGCONT"));
    const url = `${page.url}?breath`;
    const done = desktop.shell(`launch ${url}; input tap ${who.join(" ")}; input keyevent A B C`);
    const tabs = () => desktop.shell(`curl -s http://127.0.0.1:${desktop.devToolsPort}/json/list`);
    await expect.poll(tabs).toContain(`"url": "${url}"`);
    process.kill(gpu, "SIGCONT");
    await done;
    await expect.poll(() => dump()).toMatch(/resource-id="who"[^>]*focused="true"/);
    expect(await dump()).toContain('text="abc"');
    await open();
  });

  test("opens an address unchanged, with escapes and fragment", async () => {
    const url = `${page.url}inner?a=1%26b=%25#/part/1`;
    await desktop.shell(`launch '${url}'`);
    const tabs = () => desktop.shell(`curl -s http://127.0.0.1:${desktop.devToolsPort}/json/list`);
    await expect.poll(tabs).toContain(`"url": "${url}"`);
    await open();
  });

  test("types each key's character, with Shift where a PC needs it", async () => {
    await desktop.shell(`input tap ${(await middle("who")).join(" ")}`);
    await expect.poll(() => dump()).toMatch(/resource-id="who"[^>]*focused="true"/);
    await desktop.shell("input keyevent PLUS AT NUMPAD_MULTIPLY NUMPAD_ADD A");
    await expect.poll(() => dump()).toContain('text="+@*+a"');
    await open();
  });

  test("converts the visible page to Markdown completely", async () => {
    await desktop.shell(`launch ${page.url}text`);
    await expect.poll(() => desktop.shell("page-markdown")).toContain("Far below");
    const text = await desktop.shell("page-markdown");
    expect(text).toMatch(/^# Tides\n/);
    for (const part of [`](${page.url}moon)`, "Spring", "Brest", "In a frame"]) expect(text).toContain(part);
    expect(text).not.toContain("Secret");
    await open();
  });

  /** Taps the middle of the element with this text, in the browser's dialog or in the page. */
  async function tap(text: string): Promise<void> {
    const shown = await dump();
    const bounds = new RegExp(`text="${text}"[^>]*clickable="true"[^>]*bounds="\\[(\\d+),(\\d+)\\]\\[(\\d+),(\\d+)\\]`);
    const found = bounds.exec(shown);
    if (!found) throw new Error(`nothing to tap on is called ${text}: ${shown}`);
    const [, left = 0, top = 0, right = 0, bottom = 0] = found.map(Number);
    await desktop.shell(`input tap ${(left + right) / 2} ${(top + bottom) / 2}`);
  }
  /** Opens a page with one button, and presses it to open a dialog. */
  async function openDialog(path: string): Promise<void> {
    await desktop.shell(`launch ${page.url}${path}`);
    await expect.poll(() => dump()).toContain('text="Open"');
    await tap("Open");
  }

  test.each([
    { path: "alert", button: "OK", result: "closed" },
    { path: "confirm", button: "Cancel", result: "false" },
    { path: "prompt", button: "OK", result: "Ada" },
  ])("shows the dialog of $path, and passes its answer on", async ({ path, button, result }) => {
    await openDialog(path);
    await expect.poll(() => dump()).toMatch(/class="android.app.Dialog"[^]*text="Look out"|content-desc="Look out"/);
    expect(await dump()).toContain('text="Dialogs"');
    await tap(button);
    await expect.poll(() => dump()).toContain(`text="Result ${result}"`);
    expect(await dump()).not.toMatch(/android\.app\.Dialog|Address and search bar/);
    await open();
  });

  test("types into the field of a prompt", async () => {
    await openDialog("prompt");
    await expect.poll(() => dump()).toMatch(/text="Ada"[^>]*EditText[^>]*focused="true"/);
    await desktop.shell("input text Grace");
    await expect.poll(() => dump()).toMatch(/text="Grace"[^>]*EditText/);
    await tap("OK");
    await expect.poll(() => dump()).toContain('text="Result Grace"');
    await open();
  });

  test("shows and answers a page's question before leaving", async () => {
    await openDialog("unload");
    await expect.poll(() => dump()).toContain('text="Leave"');
    await tap("Leave");
    await expect.poll(() => dump()).toContain('text="Inner left"');
    await open();
  });

  test("shows and answers the browser's password dialog", async () => {
    await desktop.shell(`launch ${page.url}members`);
    await expect.poll(() => dump()).toMatch(/content-desc="Username"[^>]*focused="true"/);
    await desktop.shell("input text ada; input keyevent TAB; input text secret");
    await tap("Sign in");
    await expect.poll(() => dump()).toContain('text="Greet"');
  });

  test("reports an unresponsive page, and still captures it", async () => {
    await desktop.shell(`launch ${page.url}endless`);
    await expect.poll(() => dump()).toContain('text="Start"');
    await tap("Start");
    expect(await dump()).toMatch(/text="Endless"[^]*text="The page does not respond"/);
    expect((await desktop.adb.run("exec-out", "screencap -p")).stdout.readUInt32BE(16)).toBe(size.widthPx);
    expect((await desktop.adb.run("shell", "page-markdown")).stderr).toContain("the page does not respond");
    await open();
  });

  test("runs no processes for internal Chromium pages", async () => {
    const devTools = devToolsAt(desktop.devToolsPort);
    const { webSocketDebuggerUrl } = await readVersion(devTools);
    using browser = await DevToolsConnection.open(devTools, webSocketDebuggerUrl);
    const everything = { filter: [{}] };
    const Targets = z.object({ targetInfos: z.array(z.object({ url: z.string() })) });
    const { targetInfos } = await browser.call(Targets, "Target.getTargets", everything);
    const urls = targetInfos.map(({ url }) => url);
    expect(urls).toContain(page.url);
    expect(urls.filter((url) => url.startsWith("chrome:"))).toEqual([]);
  });

  test("exposes DevTools at Chrome's well-known socket", async () => {
    const port = await freePort();
    await desktop.adb.run("forward", `tcp:${port}`, "localabstract:chrome_devtools_remote");
    const answer = await fetch(`http://127.0.0.1:${port}/json/version`);
    expect(await answer.text()).toContain("webSocketDebuggerUrl");
  });

  describe("with a scrcpy client", () => {
    const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const buffer = privateKey.export({ format: "der", type: "pkcs8" });
    const packets: { type: string }[] = [];
    const sizes: string[] = [];
    let lastPacketMs = 0;
    const copied: string[] = [];
    let watched: TestDesktop;
    let client: AdbScrcpyClient<AdbScrcpyOptions3_3_3<true>>;

    beforeAll(async () => {
      watched = desktop;
      await watched.allow(formatPublicKey(publicKey, "tango"));
      const credentials = { generateKey: () => ({ buffer }), iterateKeys: () => [{ buffer, name: "tango" }] };
      const adb = await connectTango(watched.port, credentials);
      const scid = randomInt(1, 0x7fff_ffff).toString(16);
      const options = new AdbScrcpyOptions3_3_3({ scid, audio: false }, { version: SERVER_VERSION });
      client = await AdbScrcpyClient.start(adb, DefaultServerPath, options);
      const into = <T>(take: (value: T) => unknown) => new WritableStream<T>({ write: (value) => void take(value) });
      const ended = () => undefined;
      client.output.pipeTo(into(ended)).catch(ended);
      client.clipboard?.pipeTo(into((text: string) => copied.push(text))).catch(ended);
      const video = await client.videoStream;
      video.sizeChanged(({ width, height }) => sizes.push(`${width}x${height}`));
      const take = (packet: { type: string }) => {
        lastPacketMs = performance.now();
        packets.push(packet);
      };
      video.stream.pipeTo(into(take)).catch(ended);
    });
    afterAll(() => client.close());

    const controller = () => {
      if (!client.controller) throw new Error("no control socket");
      return client.controller;
    };
    /** Presses a key with the control key. */
    const press = async (keyCode: AndroidKeyCode) => {
      for (const action of [AndroidKeyEventAction.Down, AndroidKeyEventAction.Up])
        await controller().injectKeyCode({ action, keyCode, repeat: 0, metaState: AndroidKeyEventMeta.Ctrl });
    };
    const mouse = (
      [pointerX, pointerY]: [number, number],
      action: AndroidMotionEventAction,
      button = 0,
      buttons = button,
    ) =>
      controller().injectTouch({
        pointerId: ScrcpyPointerId.Mouse,
        pointerX,
        pointerY,
        videoWidth: size.widthPx,
        videoHeight: size.heightPx,
        pressure: 1,
        action,
        actionButton: button,
        buttons,
      });

    test("sends changes, and nothing on a still screen", async () => {
      await expect.poll(() => packets.length).toBeGreaterThan(1);
      expect(packets[0]?.type).toBe("configuration");
      expect(sizes).toEqual(["1000x704"]);
      const before = packets.length;
      await mouse(await middle("hover"), AndroidMotionEventAction.HoverMove);
      await expect.poll(() => dump()).toContain('text="entered"');
      await expect.poll(() => packets.length).toBeGreaterThan(before);
    });

    test("sends nothing for a caret, since it does not blink", async () => {
      await watched.shell(`input tap ${(await middle("who")).join(" ")}`);
      await expect.poll(() => dump()).toMatch(/resource-id="who"[^>]*focused="true"/);
      // Chromium's caret would blink every half second.
      await expect.poll(() => performance.now() - lastPacketMs).toBeGreaterThan(5_000);
    });

    test("accepts secondary buttons and the wheel", async () => {
      const go = await middle("go");
      const secondary = 2;
      await mouse(go, AndroidMotionEventAction.Down, secondary);
      await expect.poll(() => dump()).toContain('text="menu"');
      await mouse(go, AndroidMotionEventAction.Up, secondary, 0);
      await expect.poll(() => dump()).toContain('text="button 2"');
      const position = { pointerX: 500, pointerY: 500, videoWidth: size.widthPx, videoHeight: size.heightPx };
      await controller().injectScroll({ ...position, scrollX: 0, scrollY: -1, buttons: 0 });
      await expect.poll(() => dump()).toContain('text="scrolled true"');
      await controller().injectScroll({ ...position, scrollX: 0, scrollY: 9, buttons: 0 });
      await expect.poll(() => dump()).toContain('text="scrolled false"');
    });

    test("shares the clipboard both ways", async () => {
      await controller().setClipboard({ sequence: 0n, content: "from the client ✓", paste: false });
      await watched.shell(`input tap ${(await middle("who")).join(" ")}`);
      await expect.poll(() => dump()).toMatch(/resource-id="who"[^>]*focused="true"/);
      await press(AndroidKeyCode.KeyA);
      await press(AndroidKeyCode.KeyV);
      await expect.poll(() => dump()).toContain('text="from the client ✓"');
      await watched.shell("input text ' and back'");
      await press(AndroidKeyCode.KeyA);
      await press(AndroidKeyCode.KeyC);
      await expect.poll(() => copied).toContain("from the client ✓ and back");
    });

    test("receives a copied text of any length in full", async () => {
      await watched.shell(`launch ${page.url}long`);
      await expect.poll(() => dump()).toContain('text="Copy"');
      await watched.shell(`input tap ${(await middle("copy")).join(" ")}`);
      await expect.poll(() => copied.includes(longText)).toBe(true);
      await open();
    });

    test("resizes the video with the screen", async () => {
      await watched.shell("wm size 808x608");
      await expect.poll(() => sizes).toEqual(["1000x704", "808x608"]);
      await watched.shell("wm size reset");
    });
  });

  test("reports its size after a change and a reset", async () => {
    expect(await desktop.shell("wm size")).toBe("Physical size: 1000x704\n");
    expect(await desktop.shell("wm size 800x600; wm size; dumpsys display")).toMatch(
      /Override size: 800x600\n.*logicalFrame=Rect\(0, 0 - 800, 600\)/,
    );
    expect(await desktop.shell("wm size reset; wm size")).toBe("Physical size: 1000x704\n");
    expect((await desktop.adb.run("shell", "wm size 9x9")).stderr).toContain("bad size");
    expect(await desktop.shell("getprop ro.build.characteristics")).toBe("browser\n");
  });

  test("keeps its size when a requested size is too large", async () => {
    const logged = desktop.logs.length;
    const { stderr } = await desktop.adb.run("shell", "wm size 4000x3000");
    expect(stderr).toContain("cannot become larger than 1920x1200");
    expect(await desktop.shell("wm size")).toBe("Physical size: 1000x704\n");
    expect(desktop.logs.slice(logged).filter((line) => line.includes("the X server refused something"))).toEqual([]);
  });

  test("fills the screen despite a large window before maximizing", async () => {
    const home = await mkdtemp(join(tmpdir(), "browser-home-"));
    onTestFinished(() => rm(home, { recursive: true, force: true }));
    const right = size.widthPx;
    const bottom = size.heightPx;
    const placed = { left: 0, top: 0, right, bottom, maximized: true };
    const area = { work_area_left: 0, work_area_top: 0, work_area_right: right, work_area_bottom: bottom };
    await mkdir(join(home, ".config/browser/Default"), { recursive: true });
    const preferences = { browser: { window_placement: { ...placed, ...area } } };
    await writeFile(join(home, ".config/browser/Default/Preferences"), JSON.stringify(preferences));
    await using other = await startTestDesktop({ kind: "browser", ...size, home });
    await open(other);
    expect(await dump(other)).toContain(`[${right},${bottom}]`);
  });

  test("closes within the time limit of the device", () => {
    expect(END_WITHIN_MS).toBeLessThan(DEVICE_GRACE_MS);
  });

  test.each([
    { what: "it is closed", end: () => desktop.shell("browser close; browser open") },
    { what: "the device restarts", end: () => restart() },
    { what: "the device is stopped", end: () => startAgain() },
  ])("keeps a login made just before $what", async ({ what, end }) => {
    const logins: (string | undefined)[] = [];
    const server = createServer(({ headers, url }, answer) => {
      if (url === "/login") answer.setHeader("set-cookie", `login=${encodeURI(what)}; max-age=86400`);
      if (url === "/account") logins.push(headers.cookie);
      answer.end(`<title>${url} ${what}</title>`);
    });
    onTestFinished(() => server.close().closeAllConnections());
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const devTools = () => `http://127.0.0.1:${desktop.devToolsPort}/json`;
    const waiting = { timeout: 120_000, interval: 200 };
    const visit = (path: string) =>
      vi.waitFor(async () => {
        await desktop.shell(`curl -s -X PUT '${devTools()}/new?http://127.0.0.1:${portOf(server)}${path}'`);
        expect(await desktop.shell(`curl -s ${devTools()}`)).toContain(`"title": "${path} ${what}"`);
      }, waiting);
    await visit("/login");
    await end();
    await visit("/account");
    expect(logins[0]).toBe(`login=${encodeURI(what)}`);
  });

  test("is available again after a restart", async () => {
    // Shows why it failed: the browser did not start, did not respond, or has another window in front.
    onTestFailed(async () => {
      const pages = await desktop.shell(`curl -s -m 5 http://127.0.0.1:${desktop.devToolsPort}/json/list`);
      console.error([...desktop.logs.slice(-30), pages, await dump()].join("\n"));
    });
    await restart();
    await expect.poll(() => desktop.shell("wm size")).toBe("Physical size: 1000x704\n");
    await open();
    expect(desktop.logs.filter((line) => line.includes("ECONNRESET"))).toEqual([]);
  });
});
