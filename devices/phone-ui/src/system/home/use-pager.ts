import { useRef, useState } from "react";
import type { DragEvent, UiNode } from "../../render/node.ts";
import { useServices, useSystem } from "../../services/services.ts";
import { useInternals } from "../internals.ts";

const SWIPE_DP = 44;
const SLIDE_MS = 220;
/** Pull distance of a finger that fully opens the list of all apps. */
export const DRAWER_REACH_DP = 320;

/** Handles swipes on the home screen: sideways between pages, up to all apps, down to the notifications. */
export function usePager(pages: number): {
  page: number;
  row: { current: UiNode | null };
  drag: (event: DragEvent) => void;
} {
  const { store } = useServices();
  const { stage, drawer, setShade } = useInternals();
  const homeCount = useSystem((state) => state.homeCount);
  // HOME returns to the first page.
  const [{ chosen, since }, setTurned] = useState({ chosen: 0, since: homeCount });
  const row = useRef<UiNode>(null);
  const way = useRef<"sideways" | "up" | "down">("up");
  const page = since === homeCount ? Math.min(chosen, pages - 1) : 0;
  const slide = (dx: number): void => {
    if (!row.current) return;
    stage.setMotion(row.current, dx === 0 ? undefined : { opacity: 1, scale: 1, translateXPx: dx, translateYPx: 0 });
  };
  const drag = (event: DragEvent): void => {
    const { dxPx: dx, dyPx: dy } = event;
    const up = -dy / stage.scale;
    if (event.phase === "start") way.current = Math.abs(dx) > Math.abs(dy) ? "sideways" : up > 0 ? "up" : "down";
    if (way.current === "down") {
      if (event.phase === "end" && up < -SWIPE_DP) setShade("notifications");
      return;
    }
    if (way.current === "up") {
      if (event.phase === "start" || event.phase === "move") return drawer.follow(up / DRAWER_REACH_DP);
      const opens = event.phase === "end" && up > SWIPE_DP;
      drawer.settle(opens);
      if (opens) store.set({ searching: "apps" });
      return;
    }
    const beyond = (dx > 0 && page === 0) || (dx < 0 && page === pages - 1);
    if (event.phase === "start" || event.phase === "move") return slide(beyond ? dx * 0.25 : dx);
    const turns = event.phase === "end" && !beyond && Math.abs(dx) > SWIPE_DP * stage.scale;
    const next = turns ? page - Math.sign(dx) : page;
    const from = (beyond ? dx * 0.25 : dx) + (next - page) * stage.widthPx;
    setTurned({ chosen: next, since: homeCount });
    stage.animate(SLIDE_MS, (progress) => slide(from * (1 - progress) ** 3));
  };
  return { page, row, drag };
}
