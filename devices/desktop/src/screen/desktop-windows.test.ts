import { existsSync } from "node:fs";
import { describeWhere } from "@terrarium/platform/testing/describe-where";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { startTestDesktop, type TestDesktop } from "../testing/test-desktop.ts";
import { startTestPage } from "../testing/test-page.ts";

const wanted = ["startxfce4", "mousepad", "xfce4-terminal", "Xvfb", "chromium"].filter(
  (name) => !existsSync(`/usr/bin/${name}`),
);
const bus = existsSync("/usr/libexec/at-spi2-registryd") ? [] : ["at-spi2-core"];
const missing = [...wanted, ...bus];

describeWhere(missing.length > 0 ? `needs ${missing.join(", ")}` : undefined, "a desktop's windows", () => {
  let desktop: TestDesktop;
  const waiting = { timeout: 200_000, interval: 500 };
  beforeAll(async () => void (desktop = await startTestDesktop({ kind: "desktop", widthPx: 1280, heightPx: 800 })));
  afterAll(() => desktop[Symbol.asyncDispose]());

  const dump = () => desktop.shell("uiautomator dump /dev/tty");
  const shows = (what: RegExp) => vi.waitFor(async () => expect(await dump()).toMatch(what), waiting);

  test("are read: editor text, menus and a terminal", { timeout: 900_000 }, async () => {
    await shows(/package="xfce4-panel"/);
    expect(await desktop.shell("launch")).toMatch(/^org\.xfce\.mousepad$/m);
    await desktop.shell("echo Wörter > note.txt; setsid -f mousepad note.txt > /dev/null 2>&1; launch xfce4-terminal");
    await shows(/text="Wörter"[^>]*class="android.widget.EditText" package="mousepad"/);
    await shows(/text="Edit"[^>]*package="mousepad"/);
    await shows(/class="android.widget.EditText" package="xfce4-terminal"/);
    expect((await desktop.adb.run("shell", "launch no-such")).stderr).toContain("no program is called no-such");
  });

  test("do not include the browser until a program asks for it", { timeout: 900_000 }, async () => {
    await shows(/package="xfce4-panel"/);
    expect(await desktop.shell("browser state")).toBe("closed\n");
    const forward = async () =>
      (await desktop.adb.run("forward", "tcp:0", "localabstract:chrome_devtools_remote")).stdout;
    const version = `http://127.0.0.1:${String(await forward()).trim()}/json/version`;
    await vi.waitFor(async () => expect(await (await fetch(version)).text()).toContain("Chrome/"), waiting);
    expect(await desktop.shell("browser state")).toBe("open\n");
    await desktop.shell("browser close");
    await desktop.shell("exo-open --launch WebBrowser");
    await vi.waitFor(async () => expect(await desktop.shell("browser state")).toBe("open\n"), waiting);
    await desktop.shell("browser close");
    await expect(fetch(version)).rejects.toThrow("fetch failed");
    expect(await desktop.shell("browser state")).toBe("closed\n");
  });

  test("are drawn in place without a compositor", async () => {
    await shows(/package="xfce4-panel"/);
    expect(await desktop.shell("xfconf-query --channel xfwm4 --property /general/use_compositing")).toBe("false\n");
  });

  test("are read on a screen smaller than the browser's minimum", async () => {
    const page = await startTestPage();
    onTestFinished(() => page.close());
    await using small = await startTestDesktop({ kind: "desktop", widthPx: 360, heightPx: 640 });
    await vi.waitFor(async () => expect(await small.shell(`launch '${page.url}' 2>&1`)).toBe(""), waiting);
    const told = /text="Test page - Chromium".*text="A page"[^>]*package="org.chromium.browser"/;
    await vi.waitFor(async () => expect(await small.shell("uiautomator dump /dev/tty")).toMatch(told), waiting);
  });
});
