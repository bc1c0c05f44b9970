import { createCanvas } from "@napi-rs/canvas";
import type { AppScreens } from "../../testing/app-screens.ts";

export const SCREENS: AppScreens = {
  taps: [
    [],
    ["Picture moss.png"],
    ["Picture moss.png", "Share"],
    ["Picture moss.png", "Details"],
    ["Picture moss.png", "Delete"],
  ],
  furnish: ({ files }) =>
    files.write("/sdcard/Pictures/moss.png", createCanvas(20, 20).toBuffer("image/png"), "replace"),
};
