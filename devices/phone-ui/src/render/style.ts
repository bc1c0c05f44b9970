import Yoga, {
  Align,
  Display,
  Edge,
  FlexDirection,
  Gutter,
  Justify,
  Overflow,
  PositionType,
  Wrap,
  type Node as YogaNode,
} from "yoga-layout";

/** Density-independent pixels, or a percentage of the parent's size. */
type Length = number | `${number}%`;

/** Layout in terms of CSS flexbox, with React Native's defaults: a column that does not shrink. */
export interface LayoutStyle {
  width?: Length;
  height?: Length;
  minWidth?: Length;
  minHeight?: Length;
  maxWidth?: Length;
  maxHeight?: Length;
  grow?: number;
  shrink?: number;
  basis?: Length;
  direction?: "row" | "column";
  wrap?: boolean;
  justify?: "start" | "center" | "end" | "between" | "around" | "evenly";
  align?: "start" | "center" | "end" | "stretch" | "baseline";
  alignSelf?: "start" | "center" | "end" | "stretch";
  gap?: number;
  padding?: number;
  paddingX?: number;
  paddingY?: number;
  paddingTop?: number;
  paddingBottom?: number;
  paddingLeft?: number;
  paddingRight?: number;
  margin?: number;
  marginX?: number;
  marginY?: number;
  marginTop?: number;
  marginBottom?: number;
  marginLeft?: number;
  marginRight?: number;
  /** Whether the node is outside the flow, positioned by top, left, right and bottom. */
  absolute?: boolean;
  top?: Length;
  left?: Length;
  right?: Length;
  bottom?: Length;
  aspectRatio?: number;
  hidden?: boolean;
}

/** Colors along a line; 180 runs from top to bottom, 90 from left to right. */
export interface Gradient {
  angleDeg: number;
  colors: readonly string[];
}

export type Edges = Partial<Record<"top" | "right" | "bottom" | "left", { width: number; color: string }>>;

/** Paint properties; they never change the layout. */
interface PaintStyle {
  background?: string | Gradient;
  /** One radius for all corners, or one each for top left, top right, bottom right and bottom left. */
  radius?: number | readonly [number, number, number, number];
  border?: { width: number; color: string };
  /** Lines along single sides. */
  edges?: Edges;
  shadow?: { color: string; blur: number; y: number };
  opacity?: number;
  /** Whether children are clipped at the (rounded) edge. */
  clip?: boolean;
}

export type ViewStyle = LayoutStyle & PaintStyle;

const JUSTIFIES = {
  start: Justify.FlexStart,
  center: Justify.Center,
  end: Justify.FlexEnd,
  between: Justify.SpaceBetween,
  around: Justify.SpaceAround,
  evenly: Justify.SpaceEvenly,
};
const ALIGNS = {
  start: Align.FlexStart,
  center: Align.Center,
  end: Align.FlexEnd,
  stretch: Align.Stretch,
  baseline: Align.Baseline,
};

type Setter<Value> = (node: YogaNode, value: Value | undefined, scale: number) => void;

function length(set: (node: YogaNode, value: Length | undefined) => void): Setter<Length> {
  return (node, value, scale) => set(node, typeof value === "number" ? value * scale : value);
}

function dp(set: (node: YogaNode, value: number | undefined) => void): Setter<number> {
  return (node, value, scale) => set(node, value === undefined ? undefined : value * scale);
}

const setters: { [Key in keyof LayoutStyle]-?: Setter<NonNullable<LayoutStyle[Key]>> } = {
  width: length((node, value) => node.setWidth(value)),
  height: length((node, value) => node.setHeight(value)),
  minWidth: length((node, value) => node.setMinWidth(value)),
  minHeight: length((node, value) => node.setMinHeight(value)),
  maxWidth: length((node, value) => node.setMaxWidth(value)),
  maxHeight: length((node, value) => node.setMaxHeight(value)),
  grow: (node, value) => node.setFlexGrow(value ?? 0),
  shrink: (node, value) => node.setFlexShrink(value ?? 0),
  basis: length((node, value) => node.setFlexBasis(value ?? "auto")),
  direction: (node, value) => node.setFlexDirection(value === "row" ? FlexDirection.Row : FlexDirection.Column),
  wrap: (node, value) => node.setFlexWrap(value ? Wrap.Wrap : Wrap.NoWrap),
  justify: (node, value) => node.setJustifyContent(JUSTIFIES[value ?? "start"]),
  align: (node, value) => node.setAlignItems(ALIGNS[value ?? "stretch"]),
  alignSelf: (node, value) => node.setAlignSelf(value === undefined ? Align.Auto : ALIGNS[value]),
  gap: dp((node, value) => node.setGap(Gutter.All, value)),
  padding: dp((node, value) => node.setPadding(Edge.All, value)),
  paddingX: dp((node, value) => node.setPadding(Edge.Horizontal, value)),
  paddingY: dp((node, value) => node.setPadding(Edge.Vertical, value)),
  paddingTop: dp((node, value) => node.setPadding(Edge.Top, value)),
  paddingBottom: dp((node, value) => node.setPadding(Edge.Bottom, value)),
  paddingLeft: dp((node, value) => node.setPadding(Edge.Left, value)),
  paddingRight: dp((node, value) => node.setPadding(Edge.Right, value)),
  margin: dp((node, value) => node.setMargin(Edge.All, value)),
  marginX: dp((node, value) => node.setMargin(Edge.Horizontal, value)),
  marginY: dp((node, value) => node.setMargin(Edge.Vertical, value)),
  marginTop: dp((node, value) => node.setMargin(Edge.Top, value)),
  marginBottom: dp((node, value) => node.setMargin(Edge.Bottom, value)),
  marginLeft: dp((node, value) => node.setMargin(Edge.Left, value)),
  marginRight: dp((node, value) => node.setMargin(Edge.Right, value)),
  absolute: (node, value) => node.setPositionType(value ? PositionType.Absolute : PositionType.Relative),
  top: length((node, value) => node.setPosition(Edge.Top, value)),
  left: length((node, value) => node.setPosition(Edge.Left, value)),
  right: length((node, value) => node.setPosition(Edge.Right, value)),
  bottom: length((node, value) => node.setPosition(Edge.Bottom, value)),
  aspectRatio: (node, value) => node.setAspectRatio(value),
  hidden: (node, value) => node.setDisplay(value ? Display.None : Display.Flex),
};

const layoutKeys = Object.keys(setters) as (keyof LayoutStyle)[];

/** Applies the differences between two styles to the layout engine; `scale` is pixels per dp. */
export function applyLayout(node: YogaNode, previous: LayoutStyle, next: LayoutStyle, scale: number): boolean {
  let changed = false;
  for (const key of layoutKeys) {
    if (previous[key] === next[key]) continue;
    changed = true;
    applyOne(node, key, next[key], scale);
  }
  return changed;
}

function applyOne<Key extends keyof LayoutStyle>(
  node: YogaNode,
  key: Key,
  value: LayoutStyle[Key],
  scale: number,
): void {
  // The compiler cannot infer that one key selects both the setter and its value.
  const set = setters[key] as Setter<LayoutStyle[Key]>;
  set(node, value, scale);
}

/** Returns a layout node with the defaults documented at `LayoutStyle`. */
export function createLayoutNode(scrolls: boolean): YogaNode {
  const node = Yoga.Node.create();
  if (scrolls) node.setOverflow(Overflow.Scroll);
  return node;
}
