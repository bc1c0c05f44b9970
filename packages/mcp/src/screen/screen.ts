import type { UiNode } from "@terrarium/ui-tree/ui-node";
import type { Front } from "../devices.ts";
import type { Around } from "./around.ts";

export const SIDES = ["above", "below", "left", "right"] as const;
export type Side = (typeof SIDES)[number];

/** An element of the screen that can be touched or read. */
export interface Element {
  /** Number for use in steps; undefined for elements that can only be read. */
  number: number | undefined;
  /** Kind of control, if the label does not make it plain: "field", "switch". */
  role: string;
  /** Label; may be empty. */
  label: string;
  /** Other texts in the element. */
  details: readonly string[];
  /** Text of a field or state of a switch; undefined for other elements. */
  value: string | undefined;
  /** "selected", "disabled" and the like. */
  states: readonly string[];
  node: UiNode;
  /** Whether another window or app is in front of it. Steps can use it, but descriptions omit it. */
  isBehind: boolean;
  /** Title of its desktop window; undefined outside of one, empty for a panel. */
  window: string | undefined;
  /** Identity independent of position and state. Several elements may share it. */
  kind: string;
}

export interface Screen {
  /** Package of the front window, for devices that do not name the app in front. */
  app: string;
  front: Front | undefined;
  around: Around;
  widthPx: number;
  heightPx: number;
  /** Elements in tree order. */
  elements: readonly Element[];
  /** Labels of elements beyond the edges of the screen. */
  offScreen: Readonly<Record<Side, readonly string[]>>;
  /** Whether an area that scrolls cuts an element at its end, on devices that do not report what is beyond. */
  isCutBelow: boolean;
  scrollables: readonly UiNode[];
  nodes: readonly UiNode[];
}
