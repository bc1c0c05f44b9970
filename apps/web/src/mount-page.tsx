import { type ComponentType, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { followLanguage, useLanguage } from "./language/language.ts";
import { fetchLateCode } from "./ui/late-code.ts";
import { followTheme } from "./ui/theme.ts";

/** Shows a page in the chosen theme and language, once its initial data has arrived. */
export async function mountPage(Page: ComponentType, ready?: Promise<void>): Promise<void> {
  followTheme();
  await followLanguage().catch((error: unknown) =>
    console.error("The texts of the language could not be loaded; English is shown", error),
  );
  await ready;
  const root = document.querySelector("#root");
  // Instead of the page, public/first-paint.js reports that the page's style could not be loaded.
  if (root === null) return;
  /** Rerenders the whole page when the language changes. */
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
