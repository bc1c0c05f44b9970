import type { TextStyle } from "./render/text-span.ts";

export type ThemeName = "light" | "dark";

/** Material 3 color roles, and the few colors of the home screen. */
export interface Colors {
  primary: string;
  onPrimary: string;
  primaryContainer: string;
  onPrimaryContainer: string;
  secondaryContainer: string;
  onSecondaryContainer: string;
  tertiaryContainer: string;
  onTertiaryContainer: string;
  error: string;
  onError: string;
  errorContainer: string;
  onErrorContainer: string;
  surface: string;
  surfaceLow: string;
  surfaceContainer: string;
  surfaceHigh: string;
  surfaceHighest: string;
  onSurface: string;
  onSurfaceVariant: string;
  outline: string;
  outlineVariant: string;
  /** Darkens the content behind a dialog. */
  scrim: string;
  /** Accent of a snackbar, which uses the colors of the other theme. */
  inversePrimary: string;
  /** Keys stand out from the keyboard: white in the light theme, lighter than the keyboard in the dark theme. */
  key: string;
  /** Plate and glyph of an app's icon in the wallpaper's colors. */
  themedIcon: string;
  onThemedIcon: string;
  onWallpaper: string;
  onWallpaperMuted: string;
  wallpaperPill: string;
  wallpaperPillBorder: string;
}

function style(size: number, lineHeight: number, weight: TextStyle["weight"], letterSpacing?: number): TextStyle {
  return letterSpacing === undefined
    ? { size, lineHeight, weight, color: "#000" }
    : { size, lineHeight, weight, color: "#000", letterSpacing };
}

/** Material 3 type scale; the color is always set by the user of the style. */
export const TYPE = {
  displayLarge: style(57, 64, 400),
  displayMedium: style(45, 52, 400),
  headline: style(28, 36, 400),
  title: style(22, 28, 400),
  titleMedium: style(16, 24, 500, 0.15),
  titleSmall: style(14, 20, 500, 0.1),
  bodyLarge: style(16, 24, 400, 0.15),
  body: style(14, 20, 400, 0.2),
  bodySmall: style(12, 16, 400, 0.3),
  label: style(14, 20, 500, 0.1),
  labelSmall: style(12, 16, 500, 0.4),
} as const satisfies Record<string, TextStyle>;

/** Corner radii in dp: `inner` between the rows of a group, `large` for cards and dialogs. */
export const SHAPE = { inner: 5, small: 12, medium: 16, large: 24, extraLarge: 28 } as const;

/** Opacity of disabled controls: Material's 38 percent. */
export const DISABLED_OPACITY = 0.38;
