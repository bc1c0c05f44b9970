import type { SKRSContext2D } from "@napi-rs/canvas";
import { useMemo, type ReactElement } from "react";
import { Draw } from "../render/elements.ts";
import { ICON_GRID, iconPath } from "../render/icon-path.ts";
import type { AppIconDesign } from "../services/app.ts";
import { useColors } from "../services/services.ts";

/** Color of the glyphs; the plates are dark enough for it. */
export const ICON_GLYPH = "#ffffff";

/** An app's icon: a glyph on a flat plate. `themed` gives it the wallpaper's colors in place of its own. */
export function AppIcon(props: { design: AppIconDesign; size: number; themed?: boolean }): ReactElement {
  const { design, size, themed = false } = props;
  const colors = useColors();
  const [plate, glyph] = themed ? [colors.themedIcon, colors.onThemedIcon] : [design.color, ICON_GLYPH];
  const draw = useMemo(
    () => (context: SKRSContext2D, width: number) => drawIcon(context, width, { path: design.path, plate, glyph }),
    [design.path, glyph, plate],
  );
  return <Draw style={{ width: size, height: size }} draw={draw} passThrough />;
}

function drawIcon(context: SKRSContext2D, size: number, icon: { path: string; plate: string; glyph: string }): void {
  traceSquircle(context, size);
  context.fillStyle = icon.plate;
  context.fill();
  const scale = (size * 0.52) / ICON_GRID;
  context.translate(size * 0.24, size * 0.24);
  context.scale(scale, scale);
  context.fillStyle = icon.glyph;
  context.fill(iconPath(icon.path));
}

/**
 * Traces a superellipse of degree 5: rounder than a rounded square, without a visible joint between sides and corners.
 */
function traceSquircle(context: SKRSContext2D, size: number): void {
  const radius = size / 2;
  context.beginPath();
  for (let step = 0; step < 96; step++) {
    const angle = (step / 96) * 2 * Math.PI;
    const x = Math.sign(Math.cos(angle)) * Math.abs(Math.cos(angle)) ** 0.4;
    const y = Math.sign(Math.sin(angle)) * Math.abs(Math.sin(angle)) ** 0.4;
    if (step === 0) context.moveTo(radius + x * radius, radius + y * radius);
    else context.lineTo(radius + x * radius, radius + y * radius);
  }
  context.closePath();
}
