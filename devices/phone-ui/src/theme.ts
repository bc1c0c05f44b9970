import type { TextStyle } from "./render/text-span.ts";

export type ThemeName = "light" | "dark";

/** Material 3 color roles generated from moss green, and the few colors of the home screen. */
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
  onWallpaper: string;
  onWallpaperMuted: string;
  wallpaperPill: string;
  wallpaperPillBorder: string;
}

export const THEMES: Readonly<Record<ThemeName, Colors>> = {
  light: {
    primary: "#3b6a1c",
    onPrimary: "#ffffff",
    primaryContainer: "#c3ec9f",
    onPrimaryContainer: "#122b02",
    secondaryContainer: "#dbe7cb",
    onSecondaryContainer: "#253219",
    tertiaryContainer: "#c3ebe6",
    onTertiaryContainer: "#0d3a37",
    error: "#b3261e",
    onError: "#ffffff",
    errorContainer: "#f9dedc",
    onErrorContainer: "#601410",
    surface: "#f8fbf2",
    surfaceLow: "#f1f5ea",
    surfaceContainer: "#ebf0e3",
    surfaceHigh: "#e5eadc",
    surfaceHighest: "#dfe5d5",
    onSurface: "#191d16",
    onSurfaceVariant: "#454a3e",
    outline: "#74796b",
    outlineVariant: "#c6cbb9",
    scrim: "#0b120766",
    inversePrimary: "#a3d977",
    key: "#ffffff",
    onWallpaper: "#17260f",
    onWallpaperMuted: "#34472a",
    wallpaperPill: "#fbfdf5e0",
    wallpaperPillBorder: "#ffffff66",
  },
  dark: {
    primary: "#a3d977",
    onPrimary: "#163300",
    primaryContainer: "#2c520d",
    onPrimaryContainer: "#c3f398",
    secondaryContainer: "#3b4630",
    onSecondaryContainer: "#dbe7cb",
    tertiaryContainer: "#1f4e4b",
    onTertiaryContainer: "#bcece6",
    error: "#f2b8b5",
    onError: "#601410",
    errorContainer: "#6d2623",
    onErrorContainer: "#f9dedc",
    surface: "#11140f",
    surfaceLow: "#181c15",
    surfaceContainer: "#1d211a",
    surfaceHigh: "#272b23",
    surfaceHighest: "#32362d",
    onSurface: "#e2e5da",
    onSurfaceVariant: "#c4c9b8",
    outline: "#8e9383",
    outlineVariant: "#42483c",
    scrim: "#00000099",
    inversePrimary: "#3b6a1c",
    key: "#32362d",
    onWallpaper: "#f4f9ee",
    onWallpaperMuted: "#d3e2c8",
    wallpaperPill: "#e9f5dd24",
    wallpaperPillBorder: "#ffffff1f",
  },
};

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
