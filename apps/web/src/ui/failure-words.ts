/** Texts in place of a page that failed to load. The build also writes them into the pages: see vite-failure.ts. */
export const FAILURE_WORDS = {
  heading: "This page failed to load",
  /** Heading for a part of a page. */
  partHeading: "This view failed to load",
  /** Problem: the page's code could not be loaded. */
  noCode: "Its code could not be downloaded",
  advice: "{problem}. Reload the page if the server was updated or restarted.",
  reload: "Reload",
} as const;
