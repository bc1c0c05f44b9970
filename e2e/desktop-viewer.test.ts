import { liveActionUrls } from "@terrarium/contract/proxy";
import type { Box } from "@terrarium/sdk/box";
import { TerrariumClient } from "@terrarium/sdk/terrarium-client";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLinuxMachine } from "../packages/device-providers/src/embedded/linux-machine.ts";
import { describeWhere } from "../packages/platform/src/testing/describe-where.ts";
import { apiKeyOf } from "./support/api.ts";
import { openBrowser, signInAs } from "./support/browser.ts";
import { providePerson, provideServer } from "./support/fixtures.ts";
import { openMousePage, shownIn } from "./support/mouse-page.ts";

const log = { warn: () => undefined };
const [missing] = await createLinuxMachine({ log }).missingFor("browser", process.execPath);

describeWhere(missing, "the viewer of a browser box", () => {
  const server = provideServer();
  const ada = providePerson("ada", server);
  let box: Box;
  let page: Page;

  beforeAll(async () => {
    const { origin } = server();
    const { boxes } = new TerrariumClient({ baseUrl: origin, apiKey: await apiKeyOf(origin, ada().token) });
    box = await boxes.create({ config: { templateId: "tpl_browser", expiresIn: "15m" }, timeout: "2m" });
    await openMousePage(box);
    ({ page } = ada());
    await page.goto(liveActionUrls(origin, box.id).screen);
    await page.getByText("Live", { exact: true }).waitFor();
  });
  afterAll(() => box.terminate());

  /** Returns the position on this page of an element on the box's screen. */
  async function placeOf(name: string, on = page): Promise<{ x: number; y: number }> {
    const area = await on.locator("canvas").first().boundingBox();
    const words = `(?:text|content-desc)="${name}"[^>]*bounds="\\[(\\d+),(\\d+)\\]\\[(\\d+),(\\d+)\\]`;
    const found = new RegExp(words).exec(await shownIn(box));
    const [, left = 0, top = 0, right = 0, bottom = 0] = (found ?? []).map(Number);
    const scale = (area?.width ?? 0) / 1280;
    return { x: (area?.x ?? 0) + ((left + right) / 2) * scale, y: (area?.y ?? 0) + ((top + bottom) / 2) * scale };
  }
  const said = () => expect.poll(() => shownIn(box));
  /** Reloads the page and waits until it is idle. */
  async function loadAnew(): Promise<void> {
    await box.actions.pressKey({ keys: ["f5"] });
    await said().toSatisfy((shown: string) => shown.includes("Pad") && !/text="[^"]*mouse/.test(shown));
  }

  test("is a monitor without phone controls", async () => {
    expect(await page.getByRole("button", { name: "Home" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Back" }).count()).toBe(0);
    await page.getByRole("button", { name: "Save a screenshot" }).waitFor();
    const canvas = await page.locator("canvas").first().boundingBox();
    expect(canvas?.width).toBeGreaterThan(1_000);
    const tab = page.getByRole("navigation", { name: "Views of the device" }).getByRole("link", { name: "Screen" });
    expect(await tab.locator("svg").getAttribute("class")).toMatch(/\blucide-monitor\b/);
  });

  test("is as wide on the wall as two phones", async () => {
    const browser = await openBrowser();
    const { page: wall } = browser;
    await signInAs(wall, server().origin, "ada");
    await wall.goto(`${server().origin}/sandboxes?view=wall`);
    const picture = wall.getByRole("img", { name: `Screen of ${box.id}` });
    await picture.waitFor();
    const { width = 0, height = 0 } = (await picture.boundingBox()) ?? {};
    expect(width).toBeGreaterThan(300);
    expect(width / height).toBeCloseTo(1280 / 800, 1);
    await browser.close();
  });

  test("sends hovering, all buttons, held keys, drags and wheel", async () => {
    const { x, y } = await placeOf("Pad");
    await page.mouse.move(x, y);
    await said().toContain("mouseenter");
    await page.mouse.click(x, y, { button: "right" });
    await said().toContain("mousedown 2 | menu | mouseup 2");
    await page.mouse.click(x, y, { button: "middle" });
    await said().toContain("mousedown 1 | mouseup 1");
    await page.keyboard.down("Control");
    await page.keyboard.down("Shift");
    await page.mouse.click(x, y);
    await page.keyboard.up("Shift");
    await page.keyboard.up("Control");
    await said().toContain("ctrl shift mousedown 0 | ctrl shift mouseup 0");
    // A double click is two clicks within half a second. A slow attempt is repeated.
    await expect
      .poll(async () => {
        const { mouse } = page;
        const second = { clickCount: 2 };
        // Sent together, without waiting for each response.
        await Promise.all([mouse.down(), mouse.up(), mouse.down(second), mouse.up(second)]);
        return shownIn(box);
      })
      .toContain("dblclick");
    await page.mouse.down();
    await page.mouse.move(x + 60, y + 20, { steps: 4 });
    await page.mouse.up();
    await said().toContain("mousedown 0 | drag 1 | mouseup 0");
    for (let step = 0; step < 12; step++) await page.mouse.wheel(0, 25);
    await said().toContain("wheel 0 1");
    for (let step = 0; step < 12; step++) await page.mouse.wheel(25, 0);
    await said().toContain("wheel 1 0");
  });

  test("types any layout and combinations and shares the clipboard", async () => {
    const { x, y } = await placeOf("Name");
    await page.mouse.click(x, y);
    await said().toMatch(/content-desc="Name"[^>]*focused="true"/);
    await page.keyboard.insertText("Привет, ß 你好 ");
    await page.keyboard.type("Az!");
    await said().toContain('text="Привет, ß 你好 Az!"');
    await page.keyboard.press("Control+e");
    await said().toContain("ctrl e");
    await page.keyboard.press("F2");
    await said().toContain("F2");
    await page.evaluate(() => navigator.clipboard.writeText("from here ✓"));
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Control+v");
    await said().toContain('text="from here ✓"');
    await page.keyboard.type(" and back");
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Control+c");
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("from here ✓ and back");
    await page.keyboard.press("F6");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("toolbar");
  });

  test("translates fingers to mouse input", async () => {
    const { origin } = server();
    const phone = await openBrowser({ width: 390, height: 844 });
    await signInAs(phone.page, origin, "ada");
    await phone.page.goto(liveActionUrls(origin, box.id).screen);
    await phone.page.getByText("Live", { exact: true }).waitFor();
    const { x, y } = await placeOf("Pad", phone.page);
    const cdp = await phone.context.newCDPSession(phone.page);
    const touch = (
      type: "touchStart" | "touchMove" | "touchEnd",
      ...touchPoints: { x: number; y: number; id: number }[]
    ) => cdp.send("Input.dispatchTouchEvent", { type, touchPoints });
    await loadAnew();
    // Sent together: a finger held for half a second clicks the other button.
    await Promise.all([touch("touchStart", { x, y, id: 1 }), touch("touchEnd")]);
    await said().toContain("mousedown 0 | mouseup 0");
    await touch("touchStart", { x, y, id: 1 });
    await said().toContain("mousedown 2 | menu | mouseup 2");
    await touch("touchEnd");
    const two = (up: number) => [
      { x, y: y + 60 - up, id: 1 },
      { x: x + 30, y: y + 60 - up, id: 2 },
    ];
    await touch("touchStart", ...two(0));
    for (let up = 40; up <= 200; up += 40) await touch("touchMove", ...two(up));
    await touch("touchEnd");
    await said().toContain("wheel 0 1");
    await phone.close();
  });

  test("supports mouse actions through the gbox SDK", async () => {
    await loadAnew();
    const { elements } = await box.actions.elementsDetect();
    const pad = elements.find(({ label }) => label === "Pad");
    if (!pad) throw new Error(`no pad among ${elements.map(({ label }) => label).join()}`);
    const [x, y] = [pad.centerX, pad.centerY];
    await box.actions.move({ x, y });
    await said().toContain("mouseenter");
    const clicked = await box.actions.click({ target: pad, button: "right", modifierKeys: ["shift"] });
    expect(clicked).toMatchObject({ actual: { x, y, button: "right", double: false, modifierKeys: ["shift"] } });
    await said().toContain("shift mousedown 2 | menu | shift mouseup 2");
    await box.actions.click({ x, y, double: true });
    await said().toContain("dblclick");
    await box.actions.clipboardSet({ content: "from a program ✓" });
    expect(await box.actions.clipboardGet()).toBe("from a program ✓");
    await box.actions.click({ x, y, button: "middle" });
    await said().toContain("mousedown 1 | mouseup 1");
    await box.actions.drag({
      path: [
        { x, y },
        { x: x + 50, y },
        { x: x + 50, y: y + 30 },
      ],
    });
    await said().toContain("mousedown 0 | drag 1 | mouseup 0");
    expect(await box.actions.scroll({ x, y, scrollX: 0, scrollY: 350 })).toMatchObject({
      actual: { x, y, scrollX: 0, scrollY: 360 },
    });
    await said().toContain("wheel 0 1");
    await box.actions.scroll({ direction: "left", distance: 200, location: { x: 600, y: 500 } });
    await said().toContain("wheel 1 0");
    await box.actions.pressKey({ keys: ["control", "e"], combination: true });
    await said().toContain("ctrl e");
    await expect(box.actions.move({ x: 5_000, y: 5 })).rejects.toMatchObject({ status: 400, code: "outside_screen" });
  });
});
