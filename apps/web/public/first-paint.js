// Runs before the first paint, so that the page never flashes in the other theme, says from the start which language
// it is in, and has the files of its screen fetched while those that ask for them are still on their way. It reads what
// src/ui/theme.ts, src/language/language.ts and src/session/store.ts write; the build writes the files of the screens.
(() => {
  const root = document.documentElement;
  let stored = {};
  try {
    stored = localStorage;
  } catch {
    // Storage is blocked: the system's theme, English and the sign-in it is.
  }
  const system = matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
  root.className = stored.theme === "light" || stored.theme === "dark" ? stored.theme : system;
  if (stored.language === "zh") root.lang = "zh-CN";

  const screens = JSON.parse(document.querySelector("#screens")?.textContent ?? "{}");
  const outside = new Set(["login", "register", "invite-code", "oauth-return", "not-found"]);
  let screen = location.pathname.slice(1) || "login";
  if (/^sandboxes\/[^/]+$/.test(screen)) screen = "sandbox";
  if (stored.token && screen === "login") screen = "sandboxes";
  else if (!stored.token && Object.hasOwn(screens, screen) && !outside.has(screen)) screen = "login";
  const own = Object.hasOwn(screens, screen) ? screens[screen] : [];
  const files = own.length === 0 || outside.has(screen) ? own : [...screens.layout, ...own];
  for (const file of new Set(files)) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = `/${file}`;
    document.head.append(link);
  }
})();
