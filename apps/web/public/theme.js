// Runs before the first paint, so that the page never flashes in the other theme. It reads what ui/theme.ts writes.
(() => {
  let choice = "system";
  try {
    choice = localStorage.getItem("theme") ?? "system";
  } catch {
    // Storage is blocked: the system's theme it is.
  }
  const system = matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
  document.documentElement.className = choice === "light" || choice === "dark" ? choice : system;
})();
