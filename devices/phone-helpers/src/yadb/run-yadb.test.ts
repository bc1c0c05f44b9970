import { describe, expect, it } from "vitest";
import { startTestPhone, testNode } from "../testing/test-phone.ts";
import { yadb } from "./definition.ts";

const launch = (...args: string[]) =>
  ({ kind: "class", className: "com.ysbing.yadb.Main", args, codeSha256: undefined }) as const;

describe("yadb", () => {
  it("types and clears text", async () => {
    const { run, ui } = startTestPhone([yadb]);
    expect(await run(launch("-keyboard", "漢字", "and more"))).toMatchObject({ exitCode: 0 });
    expect(ui.texts).toEqual(["漢字 and more"]);
    await run(launch("-keyboardClear"));
    expect(ui.keys.map(({ keyCode }) => keyCode)).toEqual([29, 29, 67, 67]);
  });

  it.each([
    [["-touch", "10", "20", "30"], 1, [10, 20]],
    [["-swipe", "10", "20", "30", "40", "20"], 1, [30, 40]],
    [["-pinch", "100", "100", "20", "80", "20"], 2, [60, 100]],
  ])("plays %s", async (args, fingers, end) => {
    const { run, ui } = startTestPhone([yadb]);
    expect(await run(launch(...args))).toMatchObject({ exitCode: 0 });
    const ups = ui.touches.filter(({ action }) => action === "up");
    expect([ups.length, [ups.at(-1)?.xPx, ups.at(-1)?.yPx]]).toEqual([fingers, end]);
  });

  it("writes the layout and a screenshot to files", async () => {
    const { run, ui, windows } = startTestPhone([yadb]);
    windows.push(testNode({ text: "Save" }));
    const { files } = await run(launch("-layout", "/sdcard/a.xml"));
    expect(files.get("/sdcard/a.xml")).toContain('text="Save"');
    const shot = await run(launch("-screenshot", "/sdcard/a.png"));
    expect(shot.files.get("/sdcard/a.png")).toBe(ui.png.toString("latin1"));
  });

  it("reads and writes the clipboard", async () => {
    const { run } = startTestPhone([yadb]);
    await run(launch("-writeClipboard", "a b"));
    expect(await run(launch("-readClipboard"))).toMatchObject({ text: "a b\n", exitCode: 0 });
  });

  it.each([
    [["-frobnicate"]],
    [["-touch", "1"]],
    [["-swipe", "1", "2", "3", "x"]],
    [["-touch", "1", "2", "9999999"]],
    [[]],
  ])("fails with a reason for %j", async (args) => {
    expect(await startTestPhone([yadb]).run(launch(...args))).toMatchObject({
      exitCode: 1,
      text: expect.stringMatching(/^Error: /),
    });
  });
});
