/** Readable steps of an axis, times a power of ten. */
const STEPS = [1, 2, 5, 10];

/**
 * Returns about `count` ticks of an axis from 0 to at least `max`, at 1, 2 or 5 times a power of ten. `leastStep`: 1
 * for values that are whole numbers.
 */
export function niceTicks(max: number, count: number, leastStep = 0): number[] {
  const raw = Math.max(max / count, leastStep, Number.MIN_VALUE);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step =
    max <= 0 ? Math.max(leastStep, 1) : power * (STEPS.find((factor) => factor * power >= raw * 0.999999) ?? 10);
  const last = Math.max(1, Math.ceil(max / step - 1e-9));
  return Array.from({ length: last + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** Returns the number of decimals that the labels of an axis need, the same for all. */
export const tickDigits = (ticks: readonly number[]): number => Math.max(0, -Math.floor(Math.log10(ticks[1] ?? 1)));

/** Returns the step between labelled points that fit an axis of this width. */
export const labelStep = (points: number, widthPx: number, labelWidthPx: number): number =>
  Math.max(1, Math.ceil((points * labelWidthPx) / Math.max(1, widthPx)));
