/** Package of a browser's pages and dialogs on Linux sandboxes. */
export const BROWSER_PACKAGE = "org.chromium.browser";

/** Class of a window's root on a desktop. The window with keyboard focus is `selected`. */
export const WINDOW_CLASS = "org.x.Window";

/**
 * Class of the nodes that list a browser's tabs, in the order of opening. They are never visible (`isShown`). `id` is
 * the tab's DevTools id, `text` its title, `description` its address. The front tab is `selected`. A tab that still
 * loads is not `enabled`.
 */
export const TAB_CLASS = "org.chromium.browser.Tab";

/**
 * Class of the nodes that list a browser's downloads, newest first. They are never visible. `text` is the file's name,
 * `description` its folder, `id` differs for each download. An unfinished one is not `enabled`.
 */
export const DOWNLOAD_CLASS = "org.chromium.browser.Download";
