/** A family of colors of one hue, as in Material's tonal palettes: its tones differ in lightness. */
export interface Palette {
  /** Angle in CIELAB, in degrees. */
  hue: number;
  /** Distance from gray in CIELAB. Colors that sRGB lacks have less. */
  chroma: number;
}

/** White of sRGB (D65) in CIE XYZ. */
const WHITE = [0.95047, 1, 1.08883] as const;

/**
 * Returns a palette's color as #rrggbb, by its lightness from 0 (black) to 100 (white). The lightness is CIE L*, as in
 * Material's tones: two tones at least 50 apart have a WCAG contrast of at least 4.5, on any hue.
 */
export function toneOf({ hue, chroma }: Palette, lightness: number): string {
  const angle = (hue * Math.PI) / 180;
  // The loop reduces the chroma until sRGB has the color; it always has the gray.
  for (let reduced = chroma; reduced > 0; reduced -= 0.5) {
    const channels = linearRgb(lightness, reduced * Math.cos(angle), reduced * Math.sin(angle));
    if (channels.every((channel) => channel >= -0.0005 && channel <= 1.0005)) return hex(channels);
  }
  return hex(linearRgb(lightness, 0, 0));
}

/** Converts CIELAB to linear sRGB (IEC 61966-2-1). */
function linearRgb(lightness: number, a: number, b: number): number[] {
  const fy = (lightness + 16) / 116;
  const [x, y, z] = [inverse(fy + a / 500) * WHITE[0], inverse(fy) * WHITE[1], inverse(fy - b / 200) * WHITE[2]];
  return [
    3.2404542 * x - 1.5371385 * y - 0.4985314 * z,
    -0.969266 * x + 1.8760108 * y + 0.041556 * z,
    0.0556434 * x - 0.2040259 * y + 1.0572252 * z,
  ];
}

/** The inverse of CIELAB's curve. */
function inverse(value: number): number {
  return value > 6 / 29 ? value ** 3 : 3 * (6 / 29) ** 2 * (value - 4 / 29);
}

function hex(linear: readonly number[]): string {
  const bytes = linear.map((channel) => {
    const within = Math.max(0, Math.min(1, channel));
    const encoded = within <= 0.0031308 ? within * 12.92 : 1.055 * within ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255);
  });
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
