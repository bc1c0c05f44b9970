import { useEffect } from "react";

/** Names the page in the tab and the history. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Terrarium`;
  }, [title]);
}
