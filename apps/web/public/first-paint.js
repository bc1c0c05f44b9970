// Runs before the first paint, so that the page never flashes in the other theme, and says from the start which
// language it is in. It reads what src/ui/theme.ts and src/language/language.ts write.
(() => {
  const root = document.documentElement;
  let theme = "system";
  try {
    theme = localStorage.getItem("theme") ?? "system";
    if (localStorage.getItem("language") === "zh") root.lang = "zh-CN";
  } catch {
    // Storage is blocked: the system's theme and English it is.
  }
  const system = matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
  root.className = theme === "light" || theme === "dark" ? theme : system;
})();
