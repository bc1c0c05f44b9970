import type { Colors, ThemeName } from "./theme.ts";
import { toneOf, type Palette } from "./tones.ts";

/** Material's palettes of a source color, with the chromas of its "tonal spot". */
function palettesOf({ hue, chroma }: Palette) {
  const part = chroma / 44;
  return {
    primary: { hue, chroma },
    secondary: { hue, chroma: 16 * part },
    tertiary: { hue: hue + 60, chroma: 20 * part },
    neutral: { hue, chroma: 3 * part },
    variant: { hue, chroma: 8 * part },
  };
}

type PaletteName = keyof ReturnType<typeof palettesOf>;

/** Tones of the roles in both themes, from the Material 3 color system. */
const TONES = {
  primary: ["primary", 40, 80],
  onPrimary: ["primary", 100, 20],
  primaryContainer: ["primary", 90, 30],
  onPrimaryContainer: ["primary", 10, 90],
  secondaryContainer: ["secondary", 90, 30],
  onSecondaryContainer: ["secondary", 20, 90],
  tertiaryContainer: ["tertiary", 90, 30],
  onTertiaryContainer: ["tertiary", 20, 90],
  surface: ["neutral", 98, 6],
  surfaceLow: ["neutral", 96, 10],
  surfaceContainer: ["neutral", 94, 12],
  surfaceHigh: ["neutral", 92, 17],
  surfaceHighest: ["neutral", 90, 22],
  onSurface: ["neutral", 10, 90],
  onSurfaceVariant: ["variant", 30, 80],
  outline: ["variant", 50, 60],
  outlineVariant: ["variant", 80, 30],
  inversePrimary: ["primary", 80, 40],
  themedIcon: ["primary", 95, 30],
  onThemedIcon: ["primary", 30, 90],
  key: ["neutral", 100, 22],
  onWallpaper: ["variant", 10, 97],
  onWallpaperMuted: ["variant", 22, 90],
} as const satisfies Partial<Record<keyof Colors, readonly [PaletteName, light: number, dark: number]>>;

/** Colors that are the same with every source color. */
const FIXED = {
  light: {
    error: "#b3261e",
    onError: "#ffffff",
    errorContainer: "#f9dedc",
    onErrorContainer: "#601410",
    scrim: "#0b0f0a66",
    wallpaperPillBorder: "#ffffff66",
  },
  dark: {
    error: "#f2b8b5",
    onError: "#601410",
    errorContainer: "#6d2623",
    onErrorContainer: "#f9dedc",
    scrim: "#00000099",
    wallpaperPillBorder: "#ffffff1f",
  },
} as const;

const made = new Map<string, Colors>();

/** Returns the colors of a theme, derived from a source color. Equal arguments return the same object. */
export function schemeOf(source: Palette, theme: ThemeName, highContrast = false): Colors {
  const key = `${source.hue} ${source.chroma} ${theme} ${highContrast}`;
  const scheme = made.get(key) ?? createScheme(source, theme, highContrast);
  made.set(key, scheme);
  return scheme;
}

const ACCENTS: ReadonlySet<string> = new Set(["primary", "inversePrimary"]);

/** Returns the tone in high contrast: text is black or white, and accents are halfway there. Surfaces keep theirs. */
function contrastingTone(role: string, tone: number, theme: ThemeName): number {
  const extreme = tone < 50 ? 0 : 100;
  if (role.startsWith("outline")) return theme === "light" ? 20 : 90;
  if (role.startsWith("on")) return extreme;
  return ACCENTS.has(role) ? (tone + extreme) / 2 : tone;
}

function createScheme(source: Palette, theme: ThemeName, highContrast: boolean): Colors {
  const palettes = palettesOf(source);
  const of = (role: keyof typeof TONES): string => {
    const [palette, light, dark] = TONES[role];
    const tone = theme === "light" ? light : dark;
    return toneOf(palettes[palette], highContrast ? contrastingTone(role, tone, theme) : tone);
  };
  const roles = Object.fromEntries((Object.keys(TONES) as (keyof typeof TONES)[]).map((role) => [role, of(role)]));
  return {
    ...(roles as Record<keyof typeof TONES, string>),
    ...FIXED[theme],
    wallpaperPill: theme === "light" ? `${toneOf(palettes.variant, 99)}e0` : `${toneOf(palettes.variant, 95)}24`,
  };
}
