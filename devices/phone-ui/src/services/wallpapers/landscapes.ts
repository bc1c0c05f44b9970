import { drawEllipse, drawGlow, drawLand, drawSky, fraction, withAlpha, type Scene } from "./scenery.ts";

/** Dunes below a low sun. */
export function drawDunes(scene: Scene): void {
  const { width, height, shade } = scene;
  const unit = Math.min(width, height);
  drawSky(scene, [shade(95, 12, -20), shade(92, 16), shade(88, 22, 10)]);
  const sun = { x: width * 0.7, y: height * 0.44, radiusX: unit * 0.17, radiusY: unit * 0.17 };
  drawGlow(scene, sun.x, sun.y, unit * 0.6, shade(98, 36), 0.7);
  drawEllipse(scene, sun, shade(97, 38, 8));
  for (let index = 0; index < 5; index++) {
    const dune = (along: number): number => {
      const wave = Math.sin(along * (3.4 - index * 0.3) + index * 2.1) + 0.45 * Math.sin(along * 7.1 + index * 1.7);
      return 0.5 + index * 0.1 - wave * (0.035 + index * 0.004);
    };
    drawLand(scene, dune, [shade(86 - index * 4, 30 - index * 4, -4 * index), shade(81 - index * 4, 21 - index * 3)]);
  }
}

/** Waves that roll to the shore. */
export function drawTide(scene: Scene): void {
  const { width, height, shade } = scene;
  drawSky(scene, [shade(97, 10, -30), shade(94, 14, -15), shade(90, 18)]);
  drawGlow(scene, width * 0.2, height * 0.1, Math.min(width, height) * 0.9, shade(99, 30), 0.6);
  for (let index = 0; index < 7; index++) {
    const wave = (along: number): number => {
      const swell = 0.5 + 0.5 * Math.sin(along * (5.6 - index * 0.35) + index * 2.2);
      return 0.42 + index * 0.085 - swell ** 1.6 * (0.04 + index * 0.004);
    };
    drawLand(scene, wave, [
      shade(90 - index * 3.4, 32 - index * 3.2, index * -3),
      shade(84 - index * 3, 20 - index * 2),
    ]);
  }
}

/** Mountains in the evening, with a moon. */
export function drawDusk(scene: Scene): void {
  const { width, height, shade } = scene;
  const unit = Math.min(width, height);
  drawSky(scene, [shade(92, 10, -30), shade(90, 17), shade(91, 27, 45)]);
  for (let index = 0; index < 40; index++) {
    const radius = unit * (0.001 + 0.0022 * fraction(index * 0.5698));
    const at = { x: fraction(index * 0.61803) * width, y: 0.45 * fraction(index * 0.7548 + 0.3) * height };
    drawEllipse(scene, { ...at, radiusX: radius, radiusY: radius }, withAlpha(shade(100, 92), 0.5));
  }
  const moon = { x: width * 0.26, y: height * 0.4, radiusX: unit * 0.085, radiusY: unit * 0.085 };
  drawGlow(scene, moon.x, moon.y, unit * 0.4, shade(99, 38), 0.6);
  drawEllipse(scene, moon, shade(98, 40, 30));
  for (let index = 0; index < 4; index++) {
    const ridge = (along: number): number => 0.56 + index * 0.105 - peaks(along, index) * (0.15 - index * 0.018);
    drawLand(scene, ridge, [
      shade(85 - index * 4, 29 - index * 6, 30 - index * 8),
      shade(84 - index * 4, 24 - index * 5),
    ]);
  }
}

/** Returns the height of a jagged ridge, from 0 to 1. */
function peaks(along: number, index: number): number {
  let height = 0;
  for (const [count, size] of [
    [3, 0.62],
    [7, 0.26],
    [17, 0.12],
  ] as const) {
    const at = along * count + index * 0.37;
    const step = Math.floor(at);
    const [left, right] = [0, 1].map((next) => fraction((step + next + index * 11) * 0.7548 + 0.21));
    height += size * ((left ?? 0) + ((right ?? 0) - (left ?? 0)) * (at - step));
  }
  return height;
}
