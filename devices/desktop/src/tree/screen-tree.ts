import type { StandbyOptions } from "../main-options.ts";
import type { DesktopSession } from "../session/desktop-session.ts";
import { frontPageDrawn, readBrowserWindow } from "./browser/browser-tree.ts";
import { browserPackage, viewClass, type UiNode } from "./hierarchy.ts";
import { hasPageDialog, readWindows, type ToldWindow } from "./windows/at-spi.ts";
import { desktopTree } from "./windows/desktop-tree.ts";

type Screen = Pick<StandbyOptions, "kind" | "devToolsPort">;
type Session = Pick<DesktopSession, "screen" | "messageBus">;

/**
 * Returns what is on a sandbox's screen: all windows with the dialogs of each, and the page in the browser's window. The
 * browser's screen has no window around its page. A page that does not respond is told as such within three seconds.
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
  packageName === browserPackage && className === viewClass && text !== "";

/** Resolves when the page in front takes input, or a dialog over it does, or after a while. Never rejects. */
export const frontPageTakesInput = ({ devToolsPort }: Screen, session: Session): Promise<void> =>
  frontPageDrawn(devToolsPort, async () => hasPageDialog(await windowsOf(session)));

const windowsOf = async ({ messageBus }: Session): Promise<ToldWindow[]> =>
  messageBus === undefined ? [] : readWindows(messageBus);
