import { type Bounds, isEmpty } from "./bounds.ts";

/** One node of a screen (its attributes are those of AOSP AccessibilityNodeInfoDumper). */
export interface UiNode {
  text: string;
  /** `package:id/name`, or empty. */
  id: string;
  className: string;
  packageName: string;
  description: string;
  bounds: Bounds;
  checkable: boolean;
  checked: boolean;
  clickable: boolean;
  enabled: boolean;
  focusable: boolean;
  focused: boolean;
  scrollable: boolean;
  longClickable: boolean;
  password: boolean;
  selected: boolean;
  children: readonly UiNode[];
}

/** A node of a parsed dump. */
export interface ParsedNode extends UiNode {
  /** Position in the tree: child indexes from the root. */
  path: readonly number[];
  children: readonly ParsedNode[];
}

export interface UiTree {
  /** Quarter turns, counter-clockwise, like `user_rotation`: 0 to 3. */
  rotation: number;
  /** All nodes, parents before their children, in screen order. */
  nodes: readonly ParsedNode[];
  /** Nodes without a parent: mostly one, and any overlays. */
  roots: readonly ParsedNode[];
  /** The dump itself. */
  xml: string;
}

/** Whether it is a text input field (AOSP EditText, AutoCompleteTextView and their subclasses). */
export const isEditable = ({ className }: Pick<UiNode, "className">): boolean =>
  /(?:EditText|AutoCompleteTextView)$/.test(className);

/** Whether it reacts to touch while it is enabled. */
export const isTouchable = (node: UiNode): boolean =>
  node.clickable || node.longClickable || node.checkable || isEditable(node);

/** Whether any part of it is visible: a dump reports the visible part as its bounds. */
export const isShown = ({ bounds }: Pick<UiNode, "bounds">): boolean => !isEmpty(bounds);
