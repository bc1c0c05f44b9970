import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeWhere } from "../../packages/platform/src/testing/describe-where.ts";
import { apiKeyOf } from "../support/api.ts";
import { signIn, startServer, type TestServer } from "../support/server.ts";
import { CALLS, CALLS_WITHOUT_BOX } from "./calls.ts";
import { type CallMethod, openSdk, openWire, whyNoSdk } from "./client.ts";

/** Methods called in linux.test.ts. */
const OF_LINUX = new Set(["createLinux", "snapshot.list"]);
/** Methods called by the tests here. */
const called = new Set<string>();
const PNG_URI = /^data:image\/png;base64,iVBOR/;
const ACTION = { actionId: expect.any(String), message: expect.any(String) };
const PIXEL_PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const SETTINGS = "com.terrarium.settings";

/** Typical uses of gbox-sdk on an Android box, for any client. */
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
  const shell = async (command: string) => {
    const { stdout } = (await on("executeCommands", { command })) as { stdout: string };
    return stdout.trim();
  };
  const refusal = async (promise: Promise<unknown>) => {
    const error = await promise.then(
      (answer) => expect.fail(`it was answered with ${JSON.stringify(answer)}`),
      (reason: unknown) => reason,
    );
    return error as { status: number; error: { code: string; message: string; requestId: string } };
  };

  beforeAll(async () => {
    server = await startServer();
    const token = await signIn(server.origin, "ann");
    method = await open(server.origin, await apiKeyOf(server.origin, token));
    const box = (await call("createAndroid", {
      config: { expiresIn: "30m", labels: { errand: "methods" }, envs: { COLOUR: "green" } },
    })) as { id: string };
    id = box.id;
  });
  afterAll(() => server?.stop());

  test("creates, finds by labels, reads and shows a box", async () => {
    const box = await on("retrieve");
    expect(box).toMatchObject({
      id,
      type: "android",
      status: "running",
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      expiresAt: expect.any(String),
      config: {
        cpu: expect.any(Number),
        memory: expect.any(Number),
        storage: expect.any(Number),
        os: { version: expect.stringMatching(/^(12|13|15)$/) },
        labels: { errand: "methods" },
        envs: { COLOUR: "green" },
        deviceType: "virtual",
        workingDir: expect.stringMatching(/^\//),
      },
    });
    const query = { labels: { errand: "methods" }, status: ["running"], type: ["android"], page: 1, pageSize: 5 };
    expect(await call("list", query)).toMatchObject({ data: [{ id }], page: 1, pageSize: 5, total: 1 });
    expect(await call("list", { labels: { errand: "another" } })).toMatchObject({ data: [], total: 0 });
    expect(await call("list", { status: ["terminated", "error"] })).toMatchObject({ data: [], total: 0 });
    expect(await on("display")).toEqual({
      orientation: "portrait",
      resolution: { width: expect.any(Number), height: expect.any(Number) },
    });
  });

  test("runs commands and code", async () => {
    const command = "echo $COLOUR $EXTRA; echo oops >&2; pwd; exit 3";
    const body = { command, envs: { EXTRA: "leaf" }, workingDir: "/sdcard", timeout: "20s" };
    expect(await on("executeCommands", body)).toMatchObject({
      stdout: "green leaf\n/sdcard\n",
      stderr: "oops\n",
      exitCode: 3,
    });
    const code = { code: 'echo "$1-$COLOUR"', language: "bash", argv: ["x"], timeout: "20s" };
    expect(await on("runCode", code)).toMatchObject({ stdout: "x-green\n", exitCode: 0 });
    const python = await refusal(on("runCode", { code: "print(1)", language: "python" }));
    expect(python).toMatchObject({ status: 422, error: { message: expect.stringContaining("bash") } });
    const urls = await on("websocketURL");
    expect(urls).toEqual({ command: expect.stringMatching(/^ws:/), runCode: expect.stringMatching(/^ws:/) });
  });

  test("writes, reads, lists, moves and removes files", async () => {
    const path = "/sdcard/notes/one.txt";
    const file = { type: "file", name: "one.txt", path, size: expect.any(String), mode: expect.any(String) };
    expect(await on("fs.write", { path, content: "grüße\n" })).toMatchObject(file);
    expect(await on("fs.read", { path })).toEqual({ content: "grüße\n" });
    const bytes = new File([new Uint8Array([0, 255, 1])], "two.bin");
    await on("fs.write", { path: "two.bin", workingDir: "/sdcard/notes", content: bytes });
    expect(await shell("od -An -tx1 /sdcard/notes/two.bin")).toBe("00 ff 01");
    expect(await on("fs.list", { path: "/sdcard/notes" })).toMatchObject({
      data: [{ name: "one.txt" }, { name: "two.bin" }],
    });
    expect(await on("fs.exists", { path })).toEqual({ exists: true, type: "file" });
    expect(await on("fs.exists", { path: "/sdcard/none" })).toEqual({ exists: false });
    expect(await on("fs.info", { path: "/sdcard/notes" })).toMatchObject({ type: "dir", name: "notes" });
    const renamed = await on("fs.rename", { oldPath: path, newPath: "/sdcard/notes/1.txt" });
    expect(renamed).toMatchObject({ name: "1.txt", path: "/sdcard/notes/1.txt" });
    expect(await on("fs.remove", { path: "/sdcard/notes" })).toEqual({ message: expect.any(String) });
    expect(await refusal(on("fs.read", { path }))).toMatchObject({ status: 404 });
  });

  describe("actions", () => {
    const dump = async () => ((await on("actions.screenLayout")) as { content: string }).content;
    interface Element {
      label: string;
      centerX: number;
      centerY: number;
    }
    const detect = async () => {
      const found = (await on("actions.elementsDetect", { screenshot: { outputFormat: "base64" } })) as {
        elements: Element[];
        screenshot: { source: { uri: string }; marked: { uri: string } };
      };
      expect(found.screenshot.source.uri).toMatch(PNG_URI);
      expect(found.screenshot.marked.uri).toMatch(PNG_URI);
      expect(found.screenshot.marked.uri).not.toBe(found.screenshot.source.uri);
      return found.elements;
    };
    const element = async (label: string) => {
      const found = (await detect()).find((each) => each.label === label);
      if (!found) throw new Error(`${label} is not on the screen`);
      return found;
    };
    const shows = (part: string) => expect.poll(dump).toContain(part);
    const home = async () => {
      await on("actions.pressButton", { buttons: ["home"] });
      await shows('content-desc="Settings"');
    };

    test("tap a point, element or selector, or reject missing ones", async () => {
      await home();
      const icon = await element("Settings");
      const { centerX: x, centerY: y } = icon;
      const pictures = { phases: ["before", "after"], outputFormat: "base64", delay: "100ms" };
      const tapped = await on("actions.tap", { x, y, options: { screenshot: pictures } });
      expect(tapped).toMatchObject({
        ...ACTION,
        actual: { x, y },
        screenshot: { before: { uri: expect.stringMatching(PNG_URI) }, after: { uri: expect.stringMatching(PNG_URI) } },
      });
      await shows(`package="${SETTINGS}"`);
      const gone = await refusal(on("actions.tap", { target: icon }));
      expect(gone).toMatchObject({ status: 409, error: { code: expect.any(String), requestId: expect.any(String) } });
      await home();
      await on("actions.tap", { target: await element("Settings") });
      await shows(`package="${SETTINGS}"`);
      await home();
      await on("actions.tap", { target: { selector: { description: "Settings" } } });
      await shows(`package="${SETTINGS}"`);
      expect(await refusal(on("actions.tap", { x: 100_000, y: 1 }))).toMatchObject({ status: 400 });
      const words = await refusal(on("actions.tap", { target: "the blue button" }));
      expect(words).toMatchObject({ status: 422, error: { message: expect.stringContaining("selector") } });
    });

    test("click, long press, swipe, drag, scroll, touch", async () => {
      // The list of settings is then longer than the screen.
      await shell("wm density 480");
      await home();
      const icon = await element("Settings");
      const { centerX: x, centerY: y } = icon;
      const clicked = await on("actions.click", { x, y, button: "left", double: false });
      expect(clicked).toMatchObject({ ...ACTION, actual: { x, y, button: "left", double: false } });
      await shows(`package="${SETTINGS}"`);
      const before = await dump();
      await on("actions.swipe", { direction: "up", distance: "medium", duration: "300ms" });
      await expect.poll(dump).not.toBe(before);
      const swiped = await on("actions.swipe", {
        start: { x: 360, y: 500 },
        end: { x: 360, y: 1000 },
        duration: "300ms",
      });
      expect(swiped).toMatchObject({ ...ACTION, actual: { start: { x: 360, y: 500 }, end: { x: 360, y: 1000 } } });
      expect(await on("actions.scroll", { direction: "down", distance: "short" })).toMatchObject(ACTION);
      const scrolled = await on("actions.scroll", { x: 360, y: 600, scrollX: 0, scrollY: 200 });
      expect(scrolled).toMatchObject({ ...ACTION, actual: { x: 360, y: 600, scrollX: 0, scrollY: 200 } });
      expect(
        await on("actions.drag", { start: { x: 360, y: 900 }, end: { x: 360, y: 700 }, duration: "200ms" }),
      ).toMatchObject(ACTION);
      const path = [
        { x: 360, y: 700 },
        { x: 360, y: 800 },
        { x: 360, y: 900 },
      ];
      expect(await on("actions.drag", { path, duration: "30ms" })).toMatchObject(ACTION);
      await home();
      const pressed = await on("actions.longPress", { x, y, duration: "600ms" });
      expect(pressed).toMatchObject({ ...ACTION, actual: { x, y, duration: expect.any(String) } });
      await home();
      const finger = (offset: number) => ({
        start: { x: 360 + offset, y: 640 },
        actions: [
          { type: "move", x: 360 + 2 * offset, y: 640, duration: "100ms" },
          { type: "wait", duration: "50ms" },
        ],
      });
      expect(await on("actions.touch", { points: [finger(-60), finger(60)] })).toMatchObject(ACTION);
      const moved = await refusal(on("actions.move", { x: 10, y: 10 }));
      expect(moved.status).toBeGreaterThanOrEqual(400);
      expect(moved.status).toBeLessThan(500);
      await shell("wm density reset");
    });

    test("send text and keys to the focus and use the clipboard", async () => {
      await home();
      // -S: the activity that an earlier test scrolled starts again from its top.
      await shell("am start -S -n com.terrarium.settings/.MainActivity");
      await shows(`package="${SETTINGS}"`);
      await on("actions.tap", { target: { selector: { textContains: "search" } } });
      await expect.poll(dump).toMatch(/EditText[^>]*focused="true"/);
      expect(await on("actions.type", { text: "display" })).toMatchObject(ACTION);
      await shows('text="display"');
      await on("actions.type", { text: "Größe 王 👍", mode: "replace" });
      await shows('text="Größe 王 👍"');
      await on("actions.pressKey", { keys: ["backspace"] });
      await shows('text="Größe 王 "');
      await on("actions.pressKey", { keys: ["control", "a"], combination: true });
      await on("actions.type", { text: "new", mode: "append", pressEnter: true });
      await on("actions.clipboardSet", { content: "clip 王" });
      expect(await on("actions.clipboardGet")).toBe("clip 王");
    });

    test("take screenshots, rotate and scale", async () => {
      await home();
      expect(await on("actions.screenshot", {})).toMatchObject({ uri: expect.stringMatching(PNG_URI) });
      const clip = { x: 10, y: 20, width: 30, height: 40 };
      const { uri } = (await on("actions.screenshot", { clip, outputFormat: "base64" })) as { uri: string };
      const png = Buffer.from(uri.slice(uri.indexOf(",") + 1), "base64");
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([30, 40]);
      const stored = (await on("actions.screenshot", { outputFormat: "storageKey", presignedExpiresIn: "5m" })) as {
        uri: string;
        presignedUrl: string;
      };
      const fetched = await fetch(stored.presignedUrl);
      expect([fetched.status, fetched.headers.get("content-type")]).toEqual([200, "image/png"]);
      const again = (await on("storage.presignedURL", { storageKey: stored.uri, expiresIn: "1m" })) as string;
      expect((await fetch(again)).status).toBe(200);
      expect(await on("actions.screenRotation", { orientation: "landscapeLeft" })).toMatchObject(ACTION);
      expect(await on("display")).toMatchObject({ orientation: "landscapeLeft" });
      await on("actions.screenRotation", { orientation: "portrait" });
      const scale = async (name: string, body?: object) => ((await on(name, body)) as { scale: number }).scale;
      expect(await scale("actions.settings")).toBe(1);
      expect(await scale("actions.settingsUpdate", { scale: 0.5 })).toBe(0.5);
      expect(await scale("actions.settingsReset")).toBe(1);
      const extract = await refusal(on("actions.extract", { instruction: "read the title" }));
      expect(extract).toMatchObject({ status: 422 });
    });

    test("recordings", async () => {
      const isMovie = async ({ presignedUrl }: { presignedUrl: string }) => {
        const movie = Buffer.from(await (await fetch(presignedUrl)).arrayBuffer());
        expect(movie.subarray(4, 8).toString()).toBe("ftyp");
      };
      await on("actions.rewindEnable");
      await on("actions.recordingStart");
      await home();
      await on("actions.swipe", { direction: "up", distance: "medium" });
      await isMovie((await on("actions.recordingStop")) as { presignedUrl: string });
      await isMovie((await on("actions.rewindExtract", { duration: "10s" })) as { presignedUrl: string });
      await on("actions.rewindDisable");
      const none = await refusal(on("actions.rewindExtract", { duration: "10s" }));
      expect(none.status).toBeGreaterThanOrEqual(400);
    });
  });

  test("lists, opens, restarts and closes apps", async () => {
    const apps = (await on("android.listApp")) as { data: { packageName: string; activityName: string }[] };
    expect(apps.data).toContainEqual(expect.objectContaining({ packageName: SETTINGS }));
    expect(await call("android.getApp", SETTINGS, { boxId: id })).toMatchObject({
      packageName: SETTINGS,
      activityName: expect.any(String),
      activityClassName: expect.any(String),
    });
    await call("android.open", SETTINGS, { boxId: id });
    const running = async () =>
      (
        (await on("android.listPkg", { pkgType: ["system"], runningFilter: ["running"] })) as {
          data: { packageName: string }[];
        }
      ).data.map(({ packageName }) => packageName);
    await expect.poll(running).toContain(SETTINGS);
    const pkg = { packageName: SETTINGS, apkPath: expect.any(String), pkgType: "system" };
    expect(await call("android.get", SETTINGS, { boxId: id })).toMatchObject({
      ...pkg,
      isRunning: true,
      name: expect.any(String),
      version: expect.any(String),
    });
    expect(await on("android.listPkgSimple", { pkgType: ["system"] })).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining(pkg)]),
    });
    const activities = await call("android.listActivities", SETTINGS, { boxId: id });
    expect(activities).toMatchObject({
      data: [
        {
          packageName: SETTINGS,
          className: expect.any(String),
          name: expect.any(String),
          isExported: expect.any(Boolean),
          isMain: expect.any(Boolean),
          isLauncher: expect.any(Boolean),
        },
      ],
    });
    await call("android.restart", SETTINGS, { boxId: id });
    await expect.poll(running).toContain(SETTINGS);
    await call("android.close", SETTINGS, { boxId: id });
    await expect.poll(running).not.toContain(SETTINGS);
    await call("android.open", SETTINGS, { boxId: id });
    await on("android.closeAll");
    await expect.poll(running).not.toContain(SETTINGS);
    expect(await refusal(call("android.get", "com.none", { boxId: id }))).toMatchObject({ status: 404 });
  });

  test("rejects calls that virtual devices do not support", async () => {
    const apk = new File([new Uint8Array(64)], "app.apk");
    const refused = [
      await refusal(on("android.install", { apk })),
      await refusal(on("android.install", { apk: "https://example.com/app.apk", open: true })),
      await refusal(call("android.uninstall", SETTINGS, { boxId: id, keepData: true })),
      await refusal(call("android.backup", SETTINGS, { boxId: id })),
      await refusal(on("android.backupAll")),
      await refusal(on("android.restore", { backup: "none" })),
      await refusal(on("android.appiumURL", { expiresIn: "5m" })),
      await refusal(on("proxy.set", { host: "10.0.0.1", port: 3128 })),
    ];
    for (const { status, error } of refused) {
      expect([400, 403, 404, 409, 422]).toContain(status);
      expect(error.message.length).toBeGreaterThan(20);
    }
    expect(await on("proxy.clear")).toSatisfy(
      (answer) => answer === null || typeof answer === "object" || answer === "",
    );
    const proxy = await on("proxy.get").catch((error: { status: number }) => error.status);
    expect(proxy === 404 || typeof proxy === "object").toBe(true);
  });

  test("manages albums with pictures", async () => {
    expect(await on("media.getMediaSupport")).toEqual({
      photo: expect.arrayContaining(["png"]),
      video: expect.arrayContaining(["mp4"]),
    });
    const picture = (name: string) => new File([PIXEL_PNG], name, { type: "image/png" });
    const album = { name: "Trip", mediaCount: 1, path: expect.any(String), lastModified: expect.any(String) };
    expect(await on("media.createAlbum", { name: "Trip", media: [picture("a.png")] })).toMatchObject(album);
    const inTrip = { boxId: id };
    expect(await call("media.updateAlbum", "Trip", { ...inTrip, media: [picture("b.png")] })).toMatchObject({
      mediaCount: 2,
    });
    expect(await call("media.getAlbumDetail", "Trip", inTrip)).toMatchObject({ name: "Trip", mediaCount: 2 });
    expect(await on("media.listAlbums")).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ name: "Trip" })]),
    });
    const photo = { type: "photo", name: "a.png", mimeType: "image/png", size: expect.any(String) };
    expect(await call("media.listMedia", "Trip", inTrip)).toMatchObject({ data: [photo, { name: "b.png" }] });
    const ofTrip = { boxId: id, albumName: "Trip" };
    expect(await call("media.getMedia", "a.png", ofTrip)).toMatchObject(photo);
    const download = (await call("media.downloadMedia", "a.png", ofTrip)) as Response;
    expect(Buffer.from(await download.arrayBuffer())).toEqual(PIXEL_PNG);
    await call("media.deleteMedia", "a.png", ofTrip);
    expect(await call("media.listMedia", "Trip", inTrip)).toMatchObject({ data: [{ name: "b.png" }] });
    await call("media.deleteAlbum", "Trip", inTrip);
    expect(await refusal(call("media.getAlbumDetail", "Trip", inTrip))).toMatchObject({ status: 404 });
  });

  test("creates addresses for people and tools", async () => {
    const view = (await on("liveViewURL", { expiresIn: "5m" })) as { url: string; rawUrl: string };
    for (const url of [view.url, view.rawUrl]) expect((await fetch(url)).status).toBe(200);
    const { url } = (await on("webTerminalURL", { expiresIn: "5m" })) as { url: string };
    expect((await fetch(url)).status).toBe(200);
    expect(await on("android.getConnectAddress")).toMatchObject({ adb: expect.any(String) });
  });

  test("sets the size of the screen", async () => {
    const size = { width: 540, height: 960 };
    expect(await on("resolutionSet", size)).toMatchObject(size);
    await expect.poll(() => on("display")).toMatchObject({ resolution: size });
  });

  test("stops, restarts and ends a box; errors have their status", async () => {
    await on("fs.write", { path: "/sdcard/kept.txt", content: "kept" });
    expect(await on("stop", { wait: true })).toMatchObject({ id });
    expect(await refusal(on("executeCommands", { command: "true" }))).toMatchObject({ status: 409 });
    expect(await on("start", { wait: true })).toMatchObject({ id, status: "running" });
    expect(await on("fs.read", { path: "/sdcard/kept.txt" })).toEqual({ content: "kept" });
    await on("terminate", { wait: true });
    expect(await on("retrieve")).toMatchObject({ status: "terminated" });
    expect(await refusal(call("retrieve", "sbx_none"))).toMatchObject({
      status: 404,
      error: { code: "sandbox_not_found" },
    });
    expect(await refusal(call("createAndroid", { config: { expiresIn: "never" } }))).toMatchObject({ status: 400 });
  });
}

describe("requests as gbox-sdk 0.44 sends them", () => {
  describeMethods(async (origin, key) => openWire(origin, key));

  test("covers all methods for Android boxes", () => {
    const all = [...Object.keys(CALLS), ...Object.keys(CALLS_WITHOUT_BOX)].filter((name) => !OF_LINUX.has(name));
    expect(all.filter((name) => !called.has(name))).toEqual([]);
  });
});

describeWhere(whyNoSdk, "gbox-sdk 0.44 itself, unmodified", () => {
  describeMethods((origin, key) => openSdk(origin, key));
});
