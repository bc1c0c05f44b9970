import type { UiNode } from "@terrarium/ui-tree/ui-node";

/** Default class of nodes. */
export const VIEW_CLASS = "android.view.View";

const PLAIN: Omit<UiNode, "bounds" | "children"> = {
  text: "",
  id: "",
  className: VIEW_CLASS,
  packageName: "",
  description: "",
  checkable: false,
  checked: false,
  clickable: false,
  enabled: true,
  focusable: false,
  focused: false,
  scrollable: false,
  longClickable: false,
  password: false,
  selected: false,
};

/** Creates a node from the given attributes, with defaults for the rest. */
export const uiNode = (known: Partial<UiNode> & Pick<UiNode, "bounds">): UiNode => ({
  ...PLAIN,
  children: [],
  ...known,
});

const NOWHERE = { left: 0, top: 0, right: 0, bottom: 0 };

/** Creates a node that is not visible: it lists or describes something beside the screen. */
export const hiddenNode = (known: Partial<UiNode>): UiNode => uiNode({ bounds: NOWHERE, ...known });

/** Returns whether it was created as a hidden node. */
export const isHidden = ({ bounds }: UiNode): boolean => bounds === NOWHERE;
