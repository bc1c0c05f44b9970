// Applies the console's theme before the first paint: it copies the choice of apps/web/src/ui/theme.ts for VitePress.
try {
  const { theme } = localStorage;
  localStorage.setItem("vitepress-theme-appearance", theme === "light" || theme === "dark" ? theme : "auto");
} catch {
  // Storage is blocked: the page uses the system's theme.
}
