import type { UiNode } from "@terrarium/ui-tree/ui-node";

/** Package name of the browser's pages and dialogs. */
export const browserPackage = "org.chromium.browser";

/** Default class of nodes. */
export const viewClass = "android.view.View";

const plain: Omit<UiNode, "bounds" | "children"> = {
  text: "",
  id: "",
  className: viewClass,
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
  ...plain,
  children: [],
  ...known,
});
