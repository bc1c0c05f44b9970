import { useMemo, type ReactElement } from "react";
import { Draw } from "../render/elements.ts";
import { useSystem } from "../services/services.ts";
import { wallpaperDrawing } from "../services/wallpapers/wallpapers.ts";

/** The chosen wallpaper in the theme; it fills its parent. */
export function Wallpaper({ hidden = false }: { hidden?: boolean }): ReactElement {
  const theme = useSystem((state) => state.theme);
  const wallpaper = useSystem((state) => state.wallpaper);
  const draw = useMemo(() => wallpaperDrawing(wallpaper, theme), [wallpaper, theme]);
  return <Draw passThrough style={{ absolute: true, top: 0, left: 0, right: 0, bottom: 0, hidden }} draw={draw} />;
}
