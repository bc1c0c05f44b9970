import type { UiNode } from "@terrarium/ui-tree/ui-node";
import type { StandbyOptions } from "../main-options.ts";
import type { DesktopSession } from "../session/desktop-session.ts";
import { frontPageDrawn, readBrowserWindow } from "./browser/browser-tree.ts";
import { BROWSER_PACKAGE, VIEW_CLASS } from "./hierarchy.ts";
import { hasPageDialog, readWindows, type ToldWindow } from "./windows/at-spi.ts";
import { desktopTree } from "./windows/desktop-tree.ts";

type Screen = Pick<StandbyOptions, "kind" | "devToolsPort">;
type Session = Pick<DesktopSession, "screen" | "messageBus">;

/**
 * Returns the content of a sandbox's screen: all windows with their dialogs, and the page in the browser's window. The
 * page of a "browser" sandbox has no window around it. An unresponsive page is reported as such within three seconds.
 */
export async function readScreenTree({ kind, devToolsPort }: Screen, session: Session): Promise<UiNode[]> {
  const { screen } = session;
  const reading = windowsOf(session);
  const [browser, stacked, told] = await Promise.all([
    readBrowserWindow(devToolsPort, reading.then(hasPageDialog)),
    screen.windows(),
    reading,
  ]);
  const { widthPx, heightPx } = screen.display;
  const bounds = { left: 0, top: 0, right: widthPx, bottom: heightPx };
  const roots = desktopTree({ screen: bounds, stacked, told, browser });
  return kind === "desktop" ? roots : roots.flatMap((root) => (isBrowserFrame(root) ? root.children : [root]));
}

const isBrowserFrame = ({ packageName, className, text }: UiNode): boolean =>
  packageName === BROWSER_PACKAGE && className === VIEW_CLASS && text !== "";

/** Resolves when the front page or a dialog over it accepts input, or after a timeout. Never rejects. */
export const frontPageTakesInput = ({ devToolsPort }: Screen, session: Session): Promise<void> =>
  frontPageDrawn(devToolsPort, async () => hasPageDialog(await windowsOf(session)));

const windowsOf = async ({ messageBus }: Session): Promise<ToldWindow[]> =>
  messageBus === undefined ? [] : readWindows(messageBus);
