import { takeBoxScreenshot } from "@terrarium/contract/box-actions";
import type { ResponseOf } from "@terrarium/contract/endpoint";
import { exchange } from "@terrarium/sdk/exchange";
import { type RefObject, useEffect, useState } from "react";

const LOOK_EVERY_MS = 1_000;
/** The picture is looked at in as many points each way. */
const POINTS = 16;
/** Of 255. */
const DARK_MAX = 12;
/** Above and below stand a phone's bars, which are drawn over what is hidden. */
const BARS = 0.15;

/** Whether what is black on the canvas is an app that keeps its content out of pictures. The server knows, and is asked once for each time that it turns black. */
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
      askWhetherHidden(sandboxId, token, stop.signal).then(
        (hidden) => setHidden(hidden && wasDark),
        // It stays black, as it is without this; why the server does not answer, the screen's own socket says.
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

/** Whether the middle of the picture is black. */
function isDark(canvas: HTMLCanvasElement): boolean {
  const small = new OffscreenCanvas(POINTS, POINTS).getContext("2d", { willReadFrequently: true });
  if (!small || canvas.width === 0 || canvas.height === 0) return false;
  const { width, height } = canvas;
  small.drawImage(canvas, 0, height * BARS, width, height * (1 - 2 * BARS), 0, 0, POINTS, POINTS);
  const { data } = small.getImageData(0, 0, POINTS, POINTS);
  return data.every((value, index) => index % 4 === 3 || value <= DARK_MAX);
}

/** A refusal says nothing of what the screen shows. Rejects where there is no answer. */
async function askWhetherHidden(sandboxId: string, token: string, signal: AbortSignal): Promise<boolean> {
  const answer = await exchange(
    takeBoxScreenshot,
    { params: { boxId: sandboxId }, body: { outputFormat: "base64" }, signal },
    {
      baseUrl: "",
      headers: { authorization: `Bearer ${token}` },
      read: (response): Promise<ResponseOf<typeof takeBoxScreenshot>> => response.json(),
    },
  );
  return "body" in answer && answer.body.secure === true;
}
