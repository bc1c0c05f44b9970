import { drawEllipse, drawGlow, drawSky, withAlpha, type Scene } from "./scenery.ts";

/** Large petals that overlap. */
export function drawBloom(scene: Scene): void {
  const { width, height, shade } = scene;
  const unit = Math.min(width, height);
  drawSky(scene, [shade(96, 9), shade(93, 13, 20), shade(90, 17, 40)]);
  const flowers = [
    { x: width * 0.98, y: height * 0.66, size: unit * 0.66, turn: 0.2, light: 86, dark: 27, hue: 0 },
    { x: width * 0.06, y: height * 0.96, size: unit * 0.54, turn: 0.7, light: 82, dark: 23, hue: 35 },
    { x: width * 0.12, y: height * 0.34, size: unit * 0.2, turn: 0.4, light: 88, dark: 21, hue: 20 },
  ];
  for (const { x, y, size, turn, light, dark, hue } of flowers) {
    for (let petal = 0; petal < 8; petal++) {
      const angle = turn + (petal / 8) * 2 * Math.PI;
      const at = { x: x + Math.cos(angle) * size * 0.56, y: y + Math.sin(angle) * size * 0.56 };
      const color = shade(light - (petal % 2) * 5, dark + (petal % 2) * 4, hue);
      drawEllipse(scene, { ...at, radiusX: size * 0.56, radiusY: size * 0.27, turn: angle }, withAlpha(color, 0.82));
    }
    const heart = { x, y, radiusX: size * 0.2, radiusY: size * 0.2 };
    drawEllipse(scene, heart, shade(light + 6, dark + 10, hue + 40));
  }
}

/** Pebbles in a bed of sand. */
export function drawStone(scene: Scene): void {
  const { width, height, shade } = scene;
  const unit = Math.min(width, height);
  drawSky(scene, [shade(95, 11), shade(92, 14), shade(89, 17)]);
  drawGlow(scene, width * 0.8, height * 0.12, unit, shade(99, 26), 0.6);
  const pebbles = [
    { x: 0.5, y: 0.6, size: 0.2, flat: 0.58, turn: -0.16, light: 88, dark: 30, hue: 40 },
    { x: 0.46, y: 0.71, size: 0.3, flat: 0.5, turn: 0.07, light: 84, dark: 27, hue: 0 },
    { x: 0.54, y: 0.84, size: 0.4, flat: 0.5, turn: -0.05, light: 80, dark: 23, hue: -25 },
    { x: 0.46, y: 1.02, size: 0.62, flat: 0.48, turn: 0.03, light: 75, dark: 19, hue: 10 },
  ];
  for (const { x, y, size, flat, turn, light, dark, hue } of pebbles) {
    const at = { x: x * width, y: y * height, radiusX: size * unit, radiusY: size * unit * flat, turn };
    drawEllipse(scene, at, shade(light, dark, hue));
    const top = { ...at, y: at.y - at.radiusY * 0.16, radiusX: at.radiusX * 0.86, radiusY: at.radiusY * 0.76 };
    drawEllipse(scene, top, shade(light + 3, dark + 4, hue));
  }
}
