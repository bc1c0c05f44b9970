import type { Colors, ThemeName } from "@terrarium/phone-ui/theme";

export interface TerminalColors {
  background: string;
  foreground: string;
  cursor: string;
  /** Text color under the cursor. */
  onCursor: string;
  /** The sixteen standard colors: eight normal and eight bright ones. */
  palette: readonly string[];
}

const PALETTES: Readonly<Record<ThemeName, readonly string[]>> = {
  light: [
    "#20251c",
    "#b3261e",
    "#3b6a1c",
    "#7a5900",
    "#1d5fa8",
    "#7b3f98",
    "#0b6b6b",
    "#6a7062",
    "#54594d",
    "#c8372d",
    "#4b8526",
    "#936d00",
    "#2f74c0",
    "#9350b3",
    "#15807f",
    "#191d16",
  ],
  dark: [
    "#3b4236",
    "#f2776d",
    "#a3d977",
    "#e5c16c",
    "#7fb4f0",
    "#d29ae6",
    "#7ed6cf",
    "#c4c9b8",
    "#7a8172",
    "#ff9a90",
    "#c0ef99",
    "#f5d98f",
    "#a6cdfa",
    "#e6bcf4",
    "#a3ebe4",
    "#ffffff",
  ],
};

/** Returns the terminal's colors on the surface of the other apps. */
export function terminalColors(theme: ThemeName, colors: Colors): TerminalColors {
  return {
    background: colors.surface,
    foreground: colors.onSurface,
    cursor: colors.primary,
    onCursor: colors.onPrimary,
    palette: PALETTES[theme],
  };
}

const CUBE_STEPS = [0, 95, 135, 175, 215, 255];

/** Returns one of xterm's 256 colors: the palette, a 6x6x6 cube, and grays. */
export function indexedColor(index: number, colors: TerminalColors): string {
  if (index < 16) return colors.palette[index] ?? colors.foreground;
  if (index < 232) {
    const cube = index - 16;
    const [r, g, b] = [cube / 36, (cube / 6) % 6, cube % 6].map((part) => CUBE_STEPS[Math.floor(part)] ?? 0);
    return rgbColor(((r ?? 0) << 16) | ((g ?? 0) << 8) | (b ?? 0));
  }
  const grey = 8 + (index - 232) * 10;
  return rgbColor((grey << 16) | (grey << 8) | grey);
}

export function rgbColor(value: number): string {
  return `#${value.toString(16).padStart(6, "0")}`;
}
