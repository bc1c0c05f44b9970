import { takeBoxScreenshot } from "@terrarium/contract/box-actions";
import { type RefObject, useEffect, useState } from "react";
import { callBox } from "./box-call.ts";

const LOOK_EVERY_MS = 1_000;
/** Number of sampled points in each direction. */
const POINTS = 16;
/** Maximum brightness of a dark point, of 255. */
const DARK_MAX = 12;
/** Share at the top and bottom for a phone's system bars, which are drawn over hidden content. */
const BARS = 0.15;

/**
 * Returns whether a black canvas is due to an app that blocks screen capture. The server knows this and is asked each
 * time the canvas turns black.
 */
export function useHiddenContent(
  canvas: RefObject<HTMLCanvasElement | null>,
  { sandboxId, token, isLive }: { sandboxId: string; token: string; isLive: boolean },
): boolean {
  const [isHidden, setHidden] = useState(false);
  useEffect(() => {
    if (!isLive) return;
    const stop = new AbortController();
    let wasDark = false;
    const look = () => {
      if (document.hidden || !canvas.current) return;
      const dark = isDark(canvas.current);
      if (dark === wasDark) return;
      wasDark = dark;
      if (!dark) return setHidden(false);
      callBox(takeBoxScreenshot, { sandboxId, token }, { outputFormat: "base64" }, stop.signal).then(
        ({ secure = false }) => setHidden(secure && wasDark),
        // The screen stays black without the notice. The screen's own socket reports why the server does not respond.
        () => undefined,
      );
    };
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => {
      clearInterval(timer);
      stop.abort();
      setHidden(false);
    };
  }, [canvas, sandboxId, token, isLive]);
  return isHidden;
}

/** Returns whether the middle of the canvas is black. */
function isDark(canvas: HTMLCanvasElement): boolean {
  const small = new OffscreenCanvas(POINTS, POINTS).getContext("2d", { willReadFrequently: true });
  if (!small || canvas.width === 0 || canvas.height === 0) return false;
  const { width, height } = canvas;
  small.drawImage(canvas, 0, height * BARS, width, height * (1 - 2 * BARS), 0, 0, POINTS, POINTS);
  const { data } = small.getImageData(0, 0, POINTS, POINTS);
  return data.every((value, index) => index % 4 === 3 || value <= DARK_MAX);
}
