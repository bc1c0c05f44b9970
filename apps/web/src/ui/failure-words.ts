/** What stands in place of a page that could not be shown. The build writes it into the pages too: see vite-failure.ts. */
export const FAILURE_WORDS = {
  heading: "This page failed to load",
  /** Of a part of a page. */
  partHeading: "This view failed to load",
  /** A problem, where the page's code is what could not be had. */
  noCode: "Its code could not be downloaded",
  advice: "{problem}. Reload the page if the server was updated or restarted.",
  reload: "Reload",
} as const;
