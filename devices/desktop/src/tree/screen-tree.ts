import { BROWSER_PACKAGE, WINDOW_CLASS } from "@terrarium/ui-tree/desktop-nodes";
import type { UiNode } from "@terrarium/ui-tree/ui-node";
import type { StandbyOptions } from "../main-options.ts";
import type { DesktopSession } from "../session/desktop-session.ts";
import { frontPageDrawn, readBrowserWindow } from "./browser/browser-tree.ts";
import { downloadNodes, tabNodes } from "./browser/side-nodes.ts";
import { hasPageDialog, readWindows, type ToldWindow } from "./windows/at-spi.ts";
import { desktopTree } from "./windows/desktop-tree.ts";

type Screen = Pick<StandbyOptions, "kind" | "devToolsPort" | "home">;
type Session = Pick<DesktopSession, "screen" | "messageBus" | "tabs">;

/**
 * Returns the content of a sandbox's screen: all windows with their dialogs, and the page in the browser's window. The
 * page of a "browser" sandbox has no window around it. Hidden nodes list the browser's tabs and downloads. An
 * unresponsive page is reported as such within three seconds.
 */
export async function readScreenTree({ kind, devToolsPort, home }: Screen, session: Session): Promise<UiNode[]> {
  const { screen } = session;
  const reading = windowsOf(session);
  const [browser, stacked, told, downloads] = await Promise.all([
    readBrowserWindow(devToolsPort, reading.then(hasPageDialog)),
    screen.windows(),
    reading,
    downloadNodes(home),
  ]);
  const { widthPx, heightPx } = screen.display;
  const bounds = { left: 0, top: 0, right: widthPx, bottom: heightPx };
  const roots = desktopTree({ screen: bounds, stacked, told, browser });
  const shown = kind === "desktop" ? roots : roots.flatMap((root) => (isBrowserFrame(root) ? root.children : [root]));
  const [front] = browser?.tabs ?? [];
  const { isLoading = false } = browser ?? {};
  const tabs = front ? tabNodes(session.tabs.sorted(browser?.tabs ?? []), { front: front.id, isLoading }) : [];
  return [...tabs, ...downloads, ...shown];
}

const isBrowserFrame = ({ packageName, className, text }: UiNode): boolean =>
  packageName === BROWSER_PACKAGE && className === WINDOW_CLASS && text !== "";

/** Resolves when the front page or a dialog over it accepts input, or after a timeout. Never rejects. */
export const frontPageTakesInput = ({ devToolsPort }: Pick<Screen, "devToolsPort">, session: Session): Promise<void> =>
  frontPageDrawn(devToolsPort, () => pageAsks(session));

/** Returns whether the browser shows a dialog of its own over the front page. */
export const pageAsks = async (session: Session): Promise<boolean> => hasPageDialog(await windowsOf(session));

const windowsOf = async ({ messageBus }: Session): Promise<ToldWindow[]> =>
  messageBus === undefined ? [] : readWindows(messageBus);
