import type { SKRSContext2D } from "@napi-rs/canvas";
import type { ThemeName } from "../../theme.ts";

/** What a wallpaper draws on. Any size works, and each drawing is identical. */
export interface Scene {
  context: SKRSContext2D;
  width: number;
  height: number;
  theme: ThemeName;
  /** Returns a color of the wallpaper's palette: its lightness in the current theme, and a turn of its hue in degrees. */
  shade: (light: number, dark: number, turn?: number) => string;
}

/** Fills the whole scene with colors from top to bottom. */
export function drawSky({ context, width, height }: Scene, colors: readonly string[]): void {
  const gradient = context.createLinearGradient(width * 0.7, 0, width * 0.25, height);
  for (const [index, color] of colors.entries()) gradient.addColorStop(index / (colors.length - 1), color);
  context.fillStyle = gradient;
  context.fillRect(0, 0, width, height);
}

/** Draws a soft light. */
export function drawGlow({ context }: Scene, x: number, y: number, radius: number, color: string, opacity = 1): void {
  const gradient = context.createRadialGradient(x, y, 0, x, y, radius);
  gradient.addColorStop(0, withAlpha(color, opacity));
  gradient.addColorStop(0.45, withAlpha(color, opacity * 0.28));
  gradient.addColorStop(1, withAlpha(color, 0));
  context.fillStyle = gradient;
  context.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
}

/** Draws a flat ellipse, turned by an angle in radians. */
export function drawEllipse(
  { context }: Scene,
  at: { x: number; y: number; radiusX: number; radiusY: number; turn?: number },
  color: string,
): void {
  context.fillStyle = color;
  context.beginPath();
  context.ellipse(at.x, at.y, at.radiusX, at.radiusY, at.turn ?? 0, 0, 2 * Math.PI);
  context.fill();
}

/** Fills everything below a line, with a color that fades to another one downwards. */
export function drawLand(
  { context, width, height }: Scene,
  yAt: (along: number) => number,
  [crest, foot]: readonly [string, string],
): void {
  const steps = 96;
  let top = height;
  context.beginPath();
  context.moveTo(0, height);
  for (let step = 0; step <= steps; step++) {
    const y = yAt(step / steps) * height;
    top = Math.min(top, y);
    context.lineTo((step / steps) * width, y);
  }
  context.lineTo(width, height);
  context.closePath();
  const gradient = context.createLinearGradient(0, top, 0, Math.min(height, top + height * 0.35));
  gradient.addColorStop(0, crest);
  gradient.addColorStop(1, foot);
  context.fillStyle = gradient;
  context.fill();
}

/** Returns the part of a number after its point, as a simple source of scattered values. */
export function fraction(value: number): number {
  return value - Math.floor(value);
}

export function withAlpha(color: string, opacity: number): string {
  const byte = Math.round(Math.max(0, Math.min(1, opacity)) * 255);
  return color + byte.toString(16).padStart(2, "0");
}
