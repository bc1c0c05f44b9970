import type { SKRSContext2D } from "@napi-rs/canvas";
import { useMemo, type ReactElement } from "react";
import { Draw } from "../render/elements.ts";
import { ICON_GRID, iconPath } from "../render/icon-path.ts";
import type { AppIconDesign } from "../services/app.ts";

/** An app's icon: a squircle with a soft light from above and a glyph. */
export function AppIcon({ design, size }: { design: AppIconDesign; size: number }): ReactElement {
  const draw = useMemo(() => (context: SKRSContext2D, width: number) => drawIcon(context, width, design), [design]);
  return <Draw style={{ width: size, height: size }} draw={draw} passThrough />;
}

function drawIcon(context: SKRSContext2D, size: number, design: AppIconDesign): void {
  traceSquircle(context, size);
  const body = context.createLinearGradient(size * 0.15, 0, size * 0.85, size);
  body.addColorStop(0, design.colors[0]);
  body.addColorStop(1, design.colors[1]);
  context.fillStyle = body;
  context.fill();
  context.save();
  context.clip();
  const light = context.createRadialGradient(size * 0.3, 0, 0, size * 0.3, 0, size);
  light.addColorStop(0, "#ffffff3d");
  light.addColorStop(0.7, "#ffffff00");
  context.fillStyle = light;
  context.fillRect(0, 0, size, size);
  traceSquircle(context, size);
  context.lineWidth = Math.max(1, size / 40);
  context.strokeStyle = "#ffffff2e";
  context.stroke();
  context.restore();
  const scale = (size * 0.54) / ICON_GRID;
  context.translate(size * 0.23, size * 0.23);
  context.scale(scale, scale);
  context.fillStyle = design.glyph;
  context.fill(iconPath(design.path));
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
