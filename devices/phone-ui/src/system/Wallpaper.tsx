import type { SKRSContext2D } from "@napi-rs/canvas";
import { useMemo, type ReactElement } from "react";
import { Draw } from "../render/elements.ts";
import { drawWallpaper } from "../services/draw-wallpaper.ts";
import { useSystem } from "../services/services.ts";

/** The theme's wallpaper; it fills its parent. */
export function Wallpaper({ hidden = false }: { hidden?: boolean }): ReactElement {
  const theme = useSystem((state) => state.theme);
  const draw = useMemo(
    () => (context: SKRSContext2D, width: number, height: number) => drawWallpaper(context, width, height, theme),
    [theme],
  );
  return <Draw passThrough style={{ absolute: true, top: 0, left: 0, right: 0, bottom: 0, hidden }} draw={draw} />;
}
