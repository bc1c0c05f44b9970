import type { HierarchyNode } from "@terrarium/phone-system/system-ui";
import type { Role, UiNode } from "./node.ts";
import { roundedRect } from "./rect.ts";
import { visibleNodes } from "./visible-nodes.ts";

/** A node while its tree is built. */
type OpenNode = HierarchyNode & { children: HierarchyNode[] };

/**
 * Returns the screen as described by Android's accessibility (AOSP AccessibilityNodeInfoDumper.java): one tree for each
 * visible window, the lowest first. Boxes used only for layout are omitted. Nodes behind an opaque node or a modal
 * window are omitted too, because the user can neither see nor touch them.
 */
export function hierarchyWindows(root: UiNode, packageName: string): HierarchyNode[] {
  const visible = visibleNodes(root);
  const windows: HierarchyNode[] = [];
  const open = (node: UiNode, inherited: string): OpenNode => {
    const window = describe(node, node.props.packageName ?? inherited, "android.widget.FrameLayout");
    windows.push(window);
    return window;
  };
  const visit = (node: UiNode, window: HierarchyNode | undefined, into: HierarchyNode[]): void => {
    if (node.style.hidden || node.props.inert) return;
    const { packageName: ownPackage } = node.props;
    if (ownPackage !== undefined) {
      if (![...node.descendants()].some((each) => visible.has(each))) return;
      const opened = open(node, ownPackage);
      for (const child of node.children) visit(child, opened, opened.children);
      return;
    }
    const inPackage = window?.packageName ?? packageName;
    if (!visible.has(node) || !means(node)) {
      for (const child of node.children) visit(child, window, into);
      return;
    }
    const described = describe(node, inPackage);
    into.push(described);
    const inner: HierarchyNode[] = [];
    for (const child of node.children) visit(child, window, inner);
    takeIn(node, described, inner);
  };
  visit(root, undefined, []);
  return windows;
}

function means(node: UiNode): boolean {
  const { props } = node;
  if (node.kind === "ui-scroll" || node.kind === "ui-field" || node.pressable) return true;
  if (node.kind === "ui-text") return props.text !== undefined && props.text !== "";
  return props.label !== undefined || props.id !== undefined || props.role !== undefined || props.checkable === true;
}

function describe(node: UiNode, packageName: string, className = classOf(node)): OpenNode {
  const { props } = node;
  const isField = node.kind === "ui-field";
  const value = props.value ?? "";
  const text = isField ? (props.password ? "•".repeat(value.length) : value || (props.placeholder ?? "")) : props.text;
  const enabled = props.enabled !== false;
  return {
    className,
    id: resourceIdOf(props.id, packageName),
    text: text ?? "",
    description: props.label ?? "",
    packageName,
    bounds: roundedRect(node.visible),
    checkable: props.checkable === true,
    checked: props.checkable === true && props.checked === true,
    clickable: enabled && (isField || props.onPress !== undefined),
    enabled,
    focusable: enabled && node.pressable,
    focused: node.focused || node.keyFocused,
    scrollable: node.kind === "ui-scroll" && node.scrollMaxPx > 0,
    longClickable: enabled && (isField || props.onLongPress !== undefined),
    password: props.password === true,
    selected: props.selected === true,
    children: [],
  };
}

function resourceIdOf(id: string | undefined, packageName: string): string {
  if (id === undefined) return "";
  return id.includes(":") ? id : `${packageName}:id/${id}`;
}

/**
 * Merges content into its control: Android's buttons contain their own text. A label or icon of a control is not a
 * separate node.
 */
function takeIn(node: UiNode, described: HierarchyNode, inner: HierarchyNode[]): void {
  const [only] = inner;
  const isControl = described.clickable && node.kind === "ui-view";
  if (isControl && inner.length === 0 && described.className === PLAIN_CLASS) {
    described.className = described.description === "" ? "android.view.View" : "android.widget.ImageButton";
  } else if (isControl && inner.length === 1 && only?.className === TEXT_CLASS && only.id === "") {
    described.text = only.text;
    if (described.className === PLAIN_CLASS) described.className = "android.widget.Button";
    return;
  }
  described.children = inner;
}

const PLAIN_CLASS = "android.view.ViewGroup";
const TEXT_CLASS = "android.widget.TextView";

const ROLE_CLASSES: Readonly<Record<Role, string>> = {
  button: "android.widget.Button",
  checkbox: "android.widget.CheckBox",
  radio: "android.widget.RadioButton",
  slider: "android.widget.SeekBar",
  tab: "android.widget.TabWidget",
  image: "android.widget.ImageView",
  progress: "android.widget.ProgressBar",
  dialog: "android.app.Dialog",
  list: "android.widget.ListView",
};

function classOf(node: UiNode): string {
  const { role, checkable, horizontal } = node.props;
  if (role) return ROLE_CLASSES[role];
  if (checkable) return "android.widget.Switch";
  switch (node.kind) {
    case "ui-text":
      return TEXT_CLASS;
    case "ui-field":
      return "android.widget.EditText";
    case "ui-icon":
    case "ui-image":
    case "ui-draw":
      return "android.widget.ImageView";
    case "ui-scroll":
      return horizontal ? "android.widget.HorizontalScrollView" : "android.widget.ScrollView";
    case "ui-view":
      return PLAIN_CLASS;
  }
}
