import { useRef, useState } from "react";
import type { DragEvent, UiNode } from "../../render/node.ts";
import { useServices } from "../../services/services.ts";
import { useInternals } from "../internals.ts";
import { keyOf, moveItem, type DropTarget, type HomeItem, type HomeLayout, type HomePlace } from "./home-layout.ts";
import type { HomeStore } from "./home-store.ts";

/** Largest distance from an icon's middle that counts as a drop onto it; beyond it, the drop is beside the icon. */
const ONTO_DP = 26;
/** Largest movement of a held finger that opens the icon's menu. */
const STILL_DP = 10;

export interface IconDrag {
  /** The item under the finger. */
  readonly lifted: { item: HomeItem; place: HomePlace } | undefined;
  readonly target: DropTarget | undefined;
  /** Returns the ref for an item's cell, which provides its place on the screen. */
  cell(item: HomeItem, place: HomePlace): (node: UiNode | null) => void;
  dock(node: UiNode | null): void;
  drag(item: HomeItem, place: HomePlace, event: DragEvent): void;
  /** The ref for the icon that follows the finger. */
  readonly floating: { current: UiNode | null };
}

/** Handles moving icons: tracks the lifted icon and its target, and stores the new layout. */
export function useIconDrag(store: HomeStore, onHeld: (item: HomeItem, node: UiNode | undefined) => void): IconDrag {
  const { stage } = useInternals();
  const { random } = useServices();
  const [lifted, setLifted] = useState<IconDrag["lifted"]>();
  const [target, setTarget] = useState<DropTarget>();
  const cells = useRef(new Map<string, { node: UiNode; place: HomePlace }>()).current;
  const dockNode = useRef<UiNode>(null);
  const floating = useRef<UiNode>(null);

  const float = (event: DragEvent): void => {
    const node = floating.current;
    if (!node) return;
    stage.layoutNow();
    const { left, top, right, bottom } = node.bounds;
    const translateXPx = event.xPx - (left + right) / 2;
    const translateYPx = event.yPx - (top + bottom) / 2 - 12 * stage.scale;
    stage.setMotion(node, { opacity: 0.96, scale: 1.15, translateXPx, translateYPx });
  };

  const drop = (layout: HomeLayout, place: HomePlace): void => {
    if (target) store.set(moveItem(layout, place, target, () => random.uuid()));
  };

  return {
    lifted,
    target,
    floating,
    cell: (item, place) => (node) => {
      if (node) cells.set(keyOf(item), { node, place });
      else cells.delete(keyOf(item));
    },
    dock: (node) => {
      dockNode.current = node;
    },
    drag(item, place, event) {
      const moved = Math.hypot(event.dxPx, event.dyPx) > STILL_DP * stage.scale;
      switch (event.phase) {
        case "start":
          setLifted({ item, place });
          break;
        case "move":
          setTarget((before) => {
            const next = moved ? findTarget(event, item, cells, dockNode.current, stage.scale) : undefined;
            return same(before, next) ? before : next;
          });
          break;
        case "end":
          if (moved) drop(store.get(), place);
          else onHeld(item, cells.get(keyOf(item))?.node);
          break;
        case "cancel":
      }
      if (event.phase === "end" || event.phase === "cancel") {
        setLifted(undefined);
        setTarget(undefined);
      } else {
        float(event);
      }
    },
  };
}

function findTarget(
  event: DragEvent,
  item: HomeItem,
  cells: ReadonlyMap<string, { node: UiNode; place: HomePlace }>,
  dock: UiNode | null,
  scale: number,
): DropTarget | undefined {
  let best: { place: HomePlace; dx: number; distance: number } | undefined;
  for (const [key, { node, place }] of cells) {
    if (key === keyOf(item)) continue;
    const dx = event.xPx - (node.bounds.left + node.bounds.right) / 2;
    const dy = event.yPx - (node.bounds.top + node.bounds.bottom) / 2;
    const distance = Math.hypot(dx, dy);
    if (!best || distance < best.distance) best = { place, dx, distance };
  }
  const overDock = dock !== null && event.yPx >= dock.bounds.top;
  if (!best || (overDock && best.place.area !== "dock"))
    return overDock ? { area: "dock", index: 0, how: "before" } : undefined;
  if (best.distance < ONTO_DP * scale && item.kind === "app") return { ...best.place, how: "into" };
  return { area: best.place.area, index: best.place.index + (best.dx > 0 ? 1 : 0), how: "before" };
}

function same(a: DropTarget | undefined, b: DropTarget | undefined): boolean {
  return a?.area === b?.area && a?.index === b?.index && a?.how === b?.how;
}
