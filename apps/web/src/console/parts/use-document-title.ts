import { useEffect } from "react";

/** Sets the page's title in the tab and the history. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Terrarium`;
  }, [title]);
}
