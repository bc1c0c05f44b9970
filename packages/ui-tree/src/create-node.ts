import type { UiNode } from "./ui-node.ts";

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
