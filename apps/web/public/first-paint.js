// Runs before the first paint. It sets the theme, so that the page never flashes in the other one, sets the page's
// language, and preloads the files of the screen before the scripts that import them arrive. It reads the values stored
// by src/ui/theme.ts, src/language/language.ts and src/session/store.ts. The build writes the languages and
// the list of each page's files. It reports scripts and style sheets that failed to load, like Failure.tsx once that is loaded.
(() => {
  const root = document.documentElement;
  let stored = {};
  try {
    stored = localStorage;
  } catch {
    // Storage is blocked: use the system's theme, English and the sign-in.
  }
  const system = matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
  const theme = stored.theme === "light" || stored.theme === "dark" ? stored.theme : system;
  root.className = theme;
  const { languages, colours, mark } = JSON.parse(document.querySelector("#failure").textContent);
  const { locale, words } = languages[Object.hasOwn(languages, stored.language) ? stored.language : "en"];
  root.lang = locale;

  // Paths, access and files of each page. The viewer has none.
  const { layout, pages } = JSON.parse(document.querySelector("#screens")?.textContent ?? '{"layout":[],"pages":[]}');
  const pageAt = (path) => pages.find((page) => new RegExp(page.path).test(path));
  let page = pageAt(location.pathname === "/" ? "/login" : location.pathname);
  if (stored.token && page?.access === "signed-out") page = pageAt("/sandboxes");
  else if (!stored.token && ["team", "invite"].includes(page?.access)) page = pageAt("/login");
  const isInside = page?.access === "team";
  // The page contains the hidden frame of the console: see vite-frame.ts.
  root.toggleAttribute("data-frame", isInside);
  const files = isInside ? [...layout, ...page.files] : (page?.files ?? []);
  for (const file of new Set(files)) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = `/${file}`;
    document.head.append(link);
  }

  const tellFailure = (file) => {
    // After the page's container exists, and before its scripts run.
    if (document.readyState === "loading") {
      document.addEventListener("readystatechange", () => tellFailure(file), { once: true });
      return;
    }
    const place = document.querySelector("#root:empty, #root:has(> #frame)");
    if (place === null) return;
    const [heading, advice, reload] = words;
    const notice = document.createElement("main");
    notice.setAttribute("role", "alert");
    notice.innerHTML = `${mark}<h1>${heading}</h1><p>${advice}</p><button type="button">${reload}</button>`;
    root.style.cssText = colours[theme];
    document.body.style.margin = 0;
    notice.style.cssText =
      "display:flex;flex-direction:column;align-items:center;justify-content:center;box-sizing:border-box;" +
      "min-height:100dvh;padding:0 20px;text-align:center;font:14px/20px var(--font-sans,system-ui);" +
      "color:var(--text);background:var(--bg)";
    const styles = [
      "width:40px;height:40px;color:var(--accent)",
      "margin:24px 0 0;font:inherit;font-weight:500",
      "margin:6px 0 0;max-width:480px;font-size:13px;color:var(--mute)",
      "margin-top:24px;height:32px;padding:0 13px;border:0;border-radius:7px;font:inherit;font-size:13px;" +
        "font-weight:500;cursor:pointer;color:var(--accent-ink);background:var(--accent)",
    ];
    for (const [index, style] of styles.entries()) notice.children[index].style.cssText = style;
    notice.lastChild.addEventListener("click", () => location.reload());
    addEventListener("online", () => location.reload());
    // Replaces the container, so that scripts that arrive without the style sheet find none for a page.
    place.replaceWith(notice);
    // A change of networks aborts requests and passes at once, so reload once. After that, the user decides.
    if (performance.getEntriesByType("navigation")[0].type !== "reload")
      fetch(file).then(({ ok }) => ok && location.reload(), console.warn);
  };
  const first = 'script[type="module"][src^="/"], link[rel="stylesheet"][href^="/"]';
  addEventListener("error", ({ target }) => target.matches?.(first) && tellFailure(target.src ?? target.href), true);
})();
