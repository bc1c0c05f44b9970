/** A rectangle in pixels of the screen in its current rotation. right and bottom are exclusive. */
export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

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
  /** Position in the tree: child indexes from the root. */
  path: readonly number[];
  children: readonly UiNode[];
}

export interface UiTree {
  /** Quarter turns, counter-clockwise, like `user_rotation`: 0 to 3. */
  rotation: number;
  /** All nodes, parents before their children, in screen order. */
  nodes: readonly UiNode[];
  /** Nodes without a parent: mostly one, and any overlays. */
  roots: readonly UiNode[];
  /** The dump itself. */
  xml: string;
}

export const centerOf = ({ left, top, right, bottom }: Bounds): { x: number; y: number } => ({
  x: Math.floor((left + right) / 2),
  y: Math.floor((top + bottom) / 2),
});

/** Whether it is a text input field. */
export const isEditable = ({ className }: Pick<UiNode, "className">): boolean => /\b\w*EditText$/.test(className);

/** Whether any part of it is on the screen. */
export const isShown = ({ bounds }: Pick<UiNode, "bounds">): boolean =>
  bounds.right > bounds.left && bounds.bottom > bounds.top;
