import type { ITheme } from "@xterm/xterm";

/** The sixteen terminal colours, readable on the page's background in both themes. */
const DARK_COLORS = {
  black: "#3a423a",
  red: "#ee6d62",
  green: "#a3d977",
  yellow: "#e5b567",
  blue: "#79b4f2",
  magenta: "#d29bf0",
  cyan: "#6fd0c0",
  white: "#c9d0c6",
  brightBlack: "#7c857a",
  brightRed: "#ff8f85",
  brightGreen: "#bdf08f",
  brightYellow: "#f7cf86",
  brightBlue: "#9ccaff",
  brightMagenta: "#e4bbfb",
  brightCyan: "#93e6d7",
  brightWhite: "#f5f8f3",
};
const LIGHT_COLORS = {
  black: "#161a15",
  red: "#ba342a",
  green: "#38721b",
  yellow: "#855b0a",
  blue: "#1f62b5",
  magenta: "#8a3fb0",
  cyan: "#12706a",
  white: "#5a6257",
  brightBlack: "#697165",
  brightRed: "#a32219",
  brightGreen: "#2a5d10",
  brightYellow: "#6e4a04",
  brightBlue: "#124f9c",
  brightMagenta: "#712996",
  brightCyan: "#075b56",
  brightWhite: "#2d332b",
};

/** Returns a terminal theme with the page's current colours. */
export function readTerminalTheme(): ITheme {
  const styles = getComputedStyle(document.documentElement);
  const read = (name: string) => styles.getPropertyValue(name).trim();
  const isLight = document.documentElement.classList.contains("light");
  return {
    ...(isLight ? LIGHT_COLORS : DARK_COLORS),
    background: read("--bg"),
    foreground: read("--text"),
    cursor: read("--accent"),
    cursorAccent: read("--bg"),
    selectionBackground: isLight ? "#3f7d2040" : "#a3d97740",
  };
}

/** Calls the listener when the page's theme changes. Returns a function that stops it. */
export function watchTheme(listener: (theme: ITheme) => void): () => void {
  const observer = new MutationObserver(() => listener(readTerminalTheme()));
  observer.observe(document.documentElement, { attributeFilter: ["class"] });
  return () => observer.disconnect();
}
