/** Returns the color (#rrggbb) if its WCAG contrast with the background is at least `least`, else undefined. */
export function readableOn(color: string | undefined, background: string, least = 3): string | undefined {
  if (color === undefined) return undefined;
  const [a, b] = [luminance(color), luminance(background)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) >= least ? color : undefined;
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
