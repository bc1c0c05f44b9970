import { setTimeout as pause } from "node:timers/promises";
import type { DevToolsConnection } from "@terrarium/devtools/connection";
import { readTargets } from "@terrarium/devtools/discovery";
import { AppError } from "@terrarium/platform/base/app-error";
import { z } from "zod";
import type { DeviceSession } from "../device/device-session.ts";
import { devToolsOf } from "./dev-tools.ts";

/** Requested state of a browser's window. */
export interface WindowWish {
  maximize?: boolean | undefined;
  size?: { widthPx: number; heightPx: number } | undefined;
}

const Bounds = z.object({ windowState: z.string(), width: z.number(), height: z.number() });
const WindowOf = z.object({ windowId: z.number(), bounds: Bounds });
const TAKES_SHAPE_WITHIN_MS = 10_000;
const LOOK_AGAIN_MS = 50;

/** Changes the size or state of the front window. Rejects with not_possible if it stays the same. */
export async function arrangeWindow(
  browser: DevToolsConnection,
  session: DeviceSession,
  { maximize = false, size }: WindowWish,
): Promise<void> {
  if (!maximize && !size) return;
  const targets = await readTargets(devToolsOf(session));
  const targetId = targets.find(({ type }) => type === "page")?.id;
  const { windowId } = await browser.call(WindowOf, "Browser.getWindowForTarget", { targetId });
  const set = (bounds: object) => browser.call(z.unknown(), "Browser.setWindowBounds", { windowId, bounds });
  const shape = () => browser.call(z.object({ bounds: Bounds }), "Browser.getWindowBounds", { windowId });
  /** Polls, because the window manager needs time. */
  const becomes = async (isRight: (bounds: z.infer<typeof Bounds>) => boolean): Promise<boolean> => {
    const lateAt = Date.now() + TAKES_SHAPE_WITHIN_MS;
    while (!isRight((await shape()).bounds)) {
      if (Date.now() > lateAt) return false;
      await pause(LOOK_AGAIN_MS);
    }
    return true;
  };
  if (maximize) {
    await set({ windowState: "maximized" });
    if (!(await becomes(({ windowState }) => windowState === "maximized"))) throw refused("maximized");
  } else if (size) {
    await set({ windowState: "normal" });
    await becomes(({ windowState }) => windowState === "normal");
    const { widthPx: width, heightPx: height } = size;
    await set({ width, height });
    if (!(await becomes((bounds) => bounds.width === width && bounds.height === height)))
      throw refused(`${width}x${height}`);
  }
}

const refused = (shape: string): AppError =>
  new AppError("not_possible", {
    what: `A browser's window that is ${shape}`,
    detail: "its window cannot take that shape on this screen; resize the screen first",
  });
