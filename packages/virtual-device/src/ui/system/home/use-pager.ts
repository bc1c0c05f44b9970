import { useRef, useState } from "react";
import type { DragEvent, UiNode } from "../../render/node.ts";
import { useInternals } from "../internals.ts";
import { useServices, useSystem } from "../services.ts";

const swipeDp = 44;
const slideMs = 220;

/** Sideways between pages; up to all apps, down to the notifications. */
export function usePager(pages: number): {
  page: number;
  row: { current: UiNode | null };
  drag: (event: DragEvent) => void;
} {
  const { store } = useServices();
  const { stage, setShade } = useInternals();
  const homeCount = useSystem((state) => state.homeCount);
  // HOME leads to the first page.
  const [{ chosen, since }, setTurned] = useState({ chosen: 0, since: homeCount });
  const row = useRef<UiNode>(null);
  const axis = useRef<"x" | "y">("y");
  const page = since === homeCount ? Math.min(chosen, pages - 1) : 0;
  const slide = (dx: number): void => {
    if (!row.current) return;
    stage.setMotion(row.current, dx === 0 ? undefined : { opacity: 1, scale: 1, translateXPx: dx, translateYPx: 0 });
  };
  const drag = (event: DragEvent): void => {
    const { dxPx: dx, dyPx: dy } = event;
    if (event.phase === "start") axis.current = Math.abs(dx) > Math.abs(dy) ? "x" : "y";
    if (axis.current === "y") {
      if (event.phase !== "end") return;
      if (dy < -swipeDp * stage.scale) store.set({ searching: "apps" });
      else if (dy > swipeDp * stage.scale) setShade("notifications");
      return;
    }
    const beyond = (dx > 0 && page === 0) || (dx < 0 && page === pages - 1);
    if (event.phase === "start" || event.phase === "move") return slide(beyond ? dx * 0.25 : dx);
    const turns = event.phase === "end" && !beyond && Math.abs(dx) > swipeDp * stage.scale;
    const next = turns ? page - Math.sign(dx) : page;
    const from = (beyond ? dx * 0.25 : dx) + (next - page) * stage.widthPx;
    setTurned({ chosen: next, since: homeCount });
    stage.animate(slideMs, (progress) => slide(from * (1 - progress) ** 3));
  };
  return { page, row, drag };
}
