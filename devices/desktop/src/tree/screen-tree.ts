import type { StandbyOptions } from "../main-options.ts";
import type { DesktopSession } from "../session/desktop-session.ts";
import { readBrowserTree, readBrowserWindow } from "./browser/browser-tree.ts";
import type { UiNode } from "./hierarchy.ts";
import { readWindows } from "./windows/at-spi.ts";
import { desktopTree } from "./windows/desktop-tree.ts";

/** What is on a sandbox's screen: a browser's page alone, or of a desktop all windows with the page in its own. */
export async function readScreenTree(
  { kind, devToolsPort }: Pick<StandbyOptions, "kind" | "devToolsPort">,
  session: DesktopSession,
): Promise<UiNode[]> {
  if (kind !== "desktop") return readBrowserTree(devToolsPort);
  const { screen, messageBus } = session;
  const [browser, stacked, told] = await Promise.all([
    readBrowserWindow(devToolsPort),
    screen.windows(),
    messageBus === undefined ? [] : readWindows(messageBus),
  ]);
  const { widthPx, heightPx } = screen.display;
  return desktopTree({ screen: { left: 0, top: 0, right: widthPx, bottom: heightPx }, stacked, told, browser });
}
