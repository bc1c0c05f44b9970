import type { SKRSContext2D } from "@napi-rs/canvas";
import type { ThemeName } from "../../theme.ts";
import { drawGlow, drawSky, fraction, withAlpha, type Scene } from "./scenery.ts";

interface Palette {
  sky: readonly [string, string, string];
  glow: string;
  hills: readonly (readonly [ridge: string, foot: string])[];
  fern: readonly [near: string, far: string];
  mote: string;
}

const PALETTES: Readonly<Record<ThemeName, Palette>> = {
  dark: {
    sky: ["#2c5b38", "#153523", "#0a1b12"],
    glow: "#b6e08a",
    hills: [
      ["#2a5a35", "#16382300"],
      ["#22502e", "#10291a00"],
      ["#19422500", "#0a1f12"],
      ["#123219", "#06130b"],
    ],
    fern: ["#5d9a45", "#2f6a38"],
    mote: "#d9f5b5",
  },
  light: {
    sky: ["#f3f7df", "#dcebc3", "#bfd8a0"],
    glow: "#fffbe0",
    hills: [
      ["#c9dfae", "#b5d29500"],
      ["#b2d08f", "#9cc07600"],
      ["#97bd7100", "#86ae60"],
      ["#84ac5e", "#6f9a4b"],
    ],
    fern: ["#5c8f3c", "#86b063"],
    mote: "#ffffff",
  },
};

/** A terrarium in the morning: soft light, mossy hills, fern fronds. */
export function drawMoss(scene: Scene): void {
  const { context, width, height, theme } = scene;
  const palette = PALETTES[theme];
  const unit = Math.min(width, height);
  drawSky(scene, palette.sky);
  drawGlow(scene, width * 0.82, height * 0.08, unit * 1.1, palette.glow, theme === "dark" ? 0.22 : 0.9);
  for (const [index, [ridge, foot]] of palette.hills.entries()) {
    if (index === 2) drawFarFerns(context, width, height, unit, palette);
    drawHill(context, width, height, index, ridge, foot);
  }
  drawNearFerns(context, width, height, unit, palette);
  drawMotes(context, width, height, unit, palette.mote, theme === "dark" ? 0.16 : 0.8);
}

function drawHill(
  context: SKRSContext2D,
  width: number,
  height: number,
  index: number,
  ridge: string,
  foot: string,
): void {
  const base = height * (0.56 + index * 0.105);
  const swell = height * (0.05 - index * 0.006);
  context.beginPath();
  context.moveTo(0, height);
  for (let step = 0; step <= 48; step++) {
    const along = step / 48;
    const wave = Math.sin(along * 4.1 + index * 2.3) * 0.7 + Math.sin(along * 8.7 + index * 1.1) * 0.3;
    context.lineTo(along * width, base - wave * swell);
  }
  context.lineTo(width, height);
  context.closePath();
  const gradient = context.createLinearGradient(0, base - swell, 0, Math.min(height, base + height * 0.3));
  gradient.addColorStop(0, ridge.slice(0, 7));
  gradient.addColorStop(1, foot);
  context.fillStyle = gradient;
  context.fill();
}

function drawFarFerns(context: SKRSContext2D, width: number, height: number, unit: number, palette: Palette): void {
  drawFern(context, {
    x: width * 0.74,
    y: height * 0.82,
    length: unit * 0.5,
    lean: 0.35,
    color: palette.fern[1],
    opacity: 0.4,
  });
  drawFern(context, {
    x: width * 0.7,
    y: height * 0.82,
    length: unit * 0.4,
    lean: -0.4,
    color: palette.fern[1],
    opacity: 0.32,
  });
}

function drawNearFerns(context: SKRSContext2D, width: number, height: number, unit: number, palette: Palette): void {
  const [near, far] = palette.fern;
  drawFern(context, { x: width * 0.02, y: height * 0.97, length: unit * 0.86, lean: 0.52, color: far, opacity: 0.42 });
  drawFern(context, {
    x: -width * 0.02,
    y: height * 0.99,
    length: unit * 0.66,
    lean: 1.02,
    color: near,
    opacity: 0.34,
  });
  drawFern(context, { x: width * 1.02, y: height * 0.99, length: unit * 0.8, lean: -0.6, color: near, opacity: 0.36 });
  drawFern(context, { x: width * 1.0, y: height * 1.02, length: unit * 0.56, lean: -1.15, color: far, opacity: 0.42 });
}

interface Fern {
  x: number;
  y: number;
  length: number;
  /** Lean from upright at the root, in radians; the tip bends twice as far. */
  lean: number;
  color: string;
  opacity: number;
}

function drawFern(context: SKRSContext2D, fern: Fern): void {
  const leaflets = 26;
  context.save();
  context.globalAlpha = fern.opacity;
  context.fillStyle = fern.color;
  context.strokeStyle = fern.color;
  context.lineCap = "round";
  let { x, y } = fern;
  for (let index = 0; index < leaflets; index++) {
    const along = index / leaflets;
    const angle = fern.lean * (0.35 + 1.5 * along) - Math.PI / 2;
    const step = (fern.length / leaflets) * (1 - 0.35 * along);
    const nextX = x + Math.cos(angle) * step;
    const nextY = y + Math.sin(angle) * step;
    context.lineWidth = Math.max(1, fern.length * 0.012 * (1 - along));
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(nextX, nextY);
    context.stroke();
    // Leaflets are longest a third of the way up and taper towards both ends.
    const size = fern.length * 0.27 * Math.sin(Math.PI * Math.min(1, 0.18 + along * 0.82)) ** 0.8 * (1 - along * 0.35);
    for (const side of [-1, 1]) drawLeaflet(context, x, y, angle + side * (1.15 - 0.35 * along), size);
    x = nextX;
    y = nextY;
  }
  context.restore();
}

function drawLeaflet(context: SKRSContext2D, x: number, y: number, angle: number, size: number): void {
  const tipX = x + Math.cos(angle) * size;
  const tipY = y + Math.sin(angle) * size;
  const bulge = size * 0.16;
  const normalX = Math.cos(angle + Math.PI / 2) * bulge;
  const normalY = Math.sin(angle + Math.PI / 2) * bulge;
  const midX = x + (tipX - x) * 0.4;
  const midY = y + (tipY - y) * 0.4;
  context.beginPath();
  context.moveTo(x, y);
  context.quadraticCurveTo(midX + normalX, midY + normalY, tipX, tipY);
  context.quadraticCurveTo(midX - normalX, midY - normalY, x, y);
  context.fill();
}

function drawMotes(
  context: SKRSContext2D,
  width: number,
  height: number,
  unit: number,
  color: string,
  opacity: number,
): void {
  for (let index = 0; index < 22; index++) {
    const x = fraction(index * 0.61803) * width;
    const y = (0.12 + 0.62 * fraction(index * 0.7548 + 0.3)) * height;
    const radius = unit * (0.0016 + 0.0042 * fraction(index * 0.5698));
    context.fillStyle = withAlpha(color, opacity * (0.12 + 0.5 * fraction(index * 0.372)));
    context.beginPath();
    context.arc(x, y, radius, 0, Math.PI * 2);
    context.fill();
  }
}
