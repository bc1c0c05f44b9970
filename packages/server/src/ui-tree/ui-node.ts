/** A rectangle in pixels of the screen as it is turned now; right and bottom are the first that are not in it. */
export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** One node of what is on the screen (AOSP AccessibilityNodeInfoDumper, whose attributes these are). */
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
  /** Where it is in the tree: which child of which child, from the root. */
  path: readonly number[];
  children: readonly UiNode[];
}

export interface UiTree {
  /** Quarters of a turn, counter-clockwise, as `user_rotation` counts them: 0 to 3. */
  rotation: number;
  /** All nodes, parents before their children, as they follow each other on the screen. */
  nodes: readonly UiNode[];
  /** Those that are in no other: mostly one, and what has come up over it. */
  roots: readonly UiNode[];
  /** The dump itself. */
  xml: string;
}

export const centerOf = ({ left, top, right, bottom }: Bounds): { x: number; y: number } => ({
  x: Math.floor((left + right) / 2),
  y: Math.floor((top + bottom) / 2),
});

/** Whether it is a field in which people write. */
export const isEditable = ({ className }: Pick<UiNode, "className">): boolean => /\b\w*EditText$/.test(className);

/** Whether there is anything of it on the screen. */
export const isShown = ({ bounds }: Pick<UiNode, "bounds">): boolean =>
  bounds.right > bounds.left && bounds.bottom > bounds.top;
