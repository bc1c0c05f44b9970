import { describe, expect, it } from "vitest";
import { fitFrame } from "./fit-frame.ts";

const SIZE = { widthPx: 720, heightPx: 1280 };

describe("the frame on its stage", () => {
  it("places the controls where the screen is larger", () => {
    expect(fitFrame({ widthPx: 1440, heightPx: 850 }, SIZE, "phone").controls).toBe("beside");
    expect(fitFrame({ widthPx: 380, heightPx: 800 }, SIZE, "phone").controls).toBe("below");
  });

  it("fits both orientations of the device", () => {
    for (const stage of [
      { widthPx: 1440, heightPx: 850 },
      { widthPx: 360, heightPx: 700 },
      { widthPx: 700, heightPx: 320 },
    ]) {
      for (const screen of [SIZE, { widthPx: 1280, heightPx: 720 }, { widthPx: 1600, heightPx: 2560 }]) {
        const { widthPx, heightPx, bezelPx } = fitFrame(stage, screen, "phone");
        expect(widthPx + 2 * bezelPx).toBeLessThanOrEqual(stage.widthPx);
        expect(heightPx + 2 * bezelPx).toBeLessThanOrEqual(stage.heightPx);
        expect(Math.abs(widthPx / heightPx - screen.widthPx / screen.heightPx)).toBeLessThan(0.02);
      }
    }
  });

  it("never shows more pixels than the device has, nor a negative size", () => {
    expect(fitFrame({ widthPx: 4000, heightPx: 3000 }, SIZE, "phone")).toMatchObject(SIZE);
    expect(fitFrame({ widthPx: 10, heightPx: 10 }, SIZE, "phone")).toMatchObject({ widthPx: 0, heightPx: 0 });
  });

  it("gives a monitor more space than a phone, and no bezel", () => {
    const [stage, screen] = [
      { widthPx: 1440, heightPx: 850 },
      { widthPx: 1920, heightPx: 1080 },
    ];
    const [monitor, phone] = [fitFrame(stage, screen, "monitor"), fitFrame(stage, screen, "phone")];
    expect(monitor.bezelPx).toBe(0);
    expect(monitor.widthPx).toBeGreaterThan(phone.widthPx);
  });
});
