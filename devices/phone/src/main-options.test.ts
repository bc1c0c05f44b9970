import { DEFAULT_SCREEN_ENCODER } from "@terrarium/scrcpy/screen-encoders";
import { describe, expect, it } from "vitest";
import { parseMainOptions } from "./main-options.ts";

describe("parseMainOptions", () => {
  it("has defaults except for port and data", () => {
    expect(parseMainOptions(["--port", "5600", "--data", "d"])).toEqual({
      port: 5600,
      dataDir: "d",
      hostName: "127.0.0.1",
      authorizedKeyFiles: [],
      widthPx: 720,
      heightPx: 1600,
      densityDpi: 320,
      name: "terrarium_phone",
      model: "Terrarium Phone",
      storageBytes: 4096 * 1024 ** 2,
      clock: { kind: "real" },
      egress: "off",
      screenEncoder: DEFAULT_SCREEN_ENCODER,
    });
  });

  it("takes a time with a speed as the phone's own clock", () => {
    const time = "2026-03-04T09:41:00Z";
    const clockOf = (...args: string[]) => parseMainOptions(["--port", "0", "--data", "d", ...args]).clock;
    expect(clockOf("--clock", time, "--clock-speed", "0")).toEqual({
      kind: "own",
      startMs: Date.parse(time),
      speed: 0,
    });
    expect(clockOf("--clock", time)).toEqual({ kind: "stopped", atMs: Date.parse(time) });
  });

  it("accepts several key files", () => {
    const args = ["--port", "0", "--data", "d", "--authorized-keys", "a", "--authorized-keys", "b"];
    expect(parseMainOptions(args).authorizedKeyFiles).toEqual(["a", "b"]);
  });

  it.each([
    [["--data", "d"], "--port is required"],
    [["--port", "x", "--data", "d"], '--port "x": must be a whole number'],
    [["--port", "70000", "--data", "d"], '--port "70000": must be at most 65535'],
    [["--port", "1"], "--data is required"],
    [["--port", "1", "--data", "d", "--width", "10"], '--width "10": must be at least 120'],
    [["--port", "1", "--data", "d", "--model", "a;b"], '--model "a;b": must be 1 to 64 characters without : ; ='],
    [["--port", "1", "--data", "d", "--egress", "some"], '--egress "some": must be one of off, public, all'],
    [
      ["--port", "1", "--data", "d", "--screen-encoder", "vp8"],
      '--screen-encoder "vp8": must be one of auto, openh264, x264',
    ],
    [["--port", "1", "--data", "d", "--clock", "9:41"], '--clock "9:41": must be a time such as 2026-03-04T09:41:00Z'],
    [["--port", "1", "--data", "d", "--clock-speed", "1"], "--clock-speed needs --clock"],
    [["--port", "1", "--data", "d", "--clock-speed", "101"], '--clock-speed "101": must be at most 100'],
    [["--port", "1", "--data", "d", "--seed", "x".repeat(129)], "must have at most 128 characters"],
    [["--port", "1", "--data", "d", "--bogus"], "Unknown option '--bogus'"],
  ])("names the mistake in %j", (args, message) => {
    expect(() => parseMainOptions(args)).toThrow(message);
    expect(() => parseMainOptions(args)).toThrow(/^[^\n]*$/);
  });
});
