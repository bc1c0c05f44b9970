import { useData } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { h, watch } from "vue";
import "./colors.css";

/** Links out of the site. With a target, VitePress' router leaves them to the browser. */
const siteLinks = () =>
  h("div", { class: "site-links" }, [
    h("a", { href: "/api/docs/", target: "_self" }, "API"),
    h("a", { href: "/sandboxes", target: "_self" }, "Console"),
  ]);

/** VitePress' theme in the console's colors. A theme chosen here also applies to the console. */
// oxlint-disable-next-line import/no-default-export -- VitePress loads the default export.
export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, { "nav-bar-content-after": siteLinks, "nav-screen-content-after": siteLinks }),
  setup() {
    const { isDark } = useData();
    watch(isDark, (dark) => {
      if (localStorage.getItem("vitepress-theme-appearance") === "auto") localStorage.setItem("theme", "system");
      else localStorage.setItem("theme", dark ? "dark" : "light");
    });
  },
};
