import type { ScreenSize } from "./screen-client.ts";

/** Below this width the layout is compact: on phones, and in the frame of the playground. */
const COMPACT_BELOW_PX = 480;
const CONTROLS_BESIDE_PX = 64;
const CONTROLS_BELOW_PX = 56;
const STATUS_PX = 32;

export interface FrameLayout {
  /** Size of the screen without its bezel, in CSS pixels. */
  widthPx: number;
  heightPx: number;
  bezelPx: number;
  controls: "beside" | "below";
}

/**
 * Returns the largest frame that fits the stage with its controls, in either orientation. The controls are placed where
 * they leave more space for the screen. The frame never exceeds the device's own pixels. A monitor has no bezel, and
 * needs less space around it than a phone.
 */
export function fitFrame(
  stage: { widthPx: number; heightPx: number },
  screen: ScreenSize,
  shape: "phone" | "monitor",
): FrameLayout {
  const isCompact = stage.widthPx < COMPACT_BELOW_PX;
  const bezelPx = shape === "monitor" ? 0 : isCompact ? 7 : 10;
  const aroundPx = shape === "monitor" ? (isCompact ? 4 : 12) : isCompact ? 10 : 24;
  const marginPx = aroundPx + bezelPx;
  const roomPx = { width: stage.widthPx - 2 * marginPx, height: stage.heightPx - 2 * marginPx - STATUS_PX };
  const scaleIn = (widthPx: number, heightPx: number) =>
    Math.max(0, Math.min(1, widthPx / screen.widthPx, heightPx / screen.heightPx));
  // Controls beside the device take their width on both sides, so that it stays centred.
  const beside = scaleIn(roomPx.width - 2 * CONTROLS_BESIDE_PX, roomPx.height);
  const below = scaleIn(roomPx.width, roomPx.height - CONTROLS_BELOW_PX);
  const scale = Math.max(beside, below);
  return {
    widthPx: Math.floor(screen.widthPx * scale),
    heightPx: Math.floor(screen.heightPx * scale),
    bezelPx,
    controls: beside > below ? "beside" : "below",
  };
}
