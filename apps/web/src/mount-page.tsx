import { type ComponentType, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { followLanguage, useLanguage } from "./language/language.ts";
import { fetchLateCode } from "./ui/late-code.ts";
import { followTheme } from "./ui/theme.ts";

/** Shows a page in the theme and the language that were chosen, once what it needs at first has arrived. */
export async function mountPage(Page: ComponentType, ready?: Promise<void>): Promise<void> {
  followTheme();
  await followLanguage().catch((error: unknown) =>
    console.error("The texts of the language could not be loaded; English is shown", error),
  );
  await ready;
  const root = document.querySelector("#root");
  // In its place public/first-paint.js says that the page's style could not be fetched.
  if (root === null) return;
  /** Rendered anew, with all there is in it, when the language changes. */
  function Root() {
    useLanguage();
    return <Page />;
  }
  createRoot(root).render(
    <StrictMode>
      <Root />
    </StrictMode>,
  );
  fetchLateCode();
}
