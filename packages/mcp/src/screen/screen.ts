import type { UiNode } from "@terrarium/ui-tree/ui-node";

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
  /** Identity independent of position and state. Several elements may share it. */
  kind: string;
}

export interface Screen {
  /** Package of the app in front. */
  app: string;
  widthPx: number;
  heightPx: number;
  /** Elements in tree order. */
  elements: readonly Element[];
  /** Labels of elements beyond the edges of the screen. */
  offScreen: readonly string[];
  scrollables: readonly UiNode[];
  nodes: readonly UiNode[];
}
