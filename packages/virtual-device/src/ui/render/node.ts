import type { Canvas, SKRSContext2D } from "@napi-rs/canvas";
import type { ReactNode } from "react";
import type { Node as YogaNode } from "yoga-layout";
import type { FontWeight } from "./fonts.ts";
import type { Rect } from "./rect.ts";
import { applyLayout, createLayoutNode, type ViewStyle } from "./style.ts";
import type { TextLine } from "./text-layout.ts";

export type ElementKind = "ui-view" | "ui-text" | "ui-icon" | "ui-scroll" | "ui-field" | "ui-draw";

export interface TextStyle {
  /** dp */
  size: number;
  /** dp */
  lineHeight: number;
  weight: FontWeight;
  color: string;
  /** dp */
  letterSpacing?: number;
  textAlign?: "start" | "center" | "end";
}

/** How an element comes in: it moves from here to its place. Only played while somebody watches. */
export interface Enter {
  durationMs: number;
  opacity?: number;
  scale?: number;
  /** dp */
  translateX?: number;
  translateY?: number;
}

/** Everything an element can be told; the components in elements.ts say which kind takes what. */
export interface HostProps {
  style?: ViewStyle;
  children?: ReactNode;
  label?: string;
  enter?: Enter;
  /** Touches go to what lies beneath. */
  passThrough?: boolean;
  packageName?: string;
  onPress?: () => void;
  onLongPress?: () => void;
  /** Fires again and again while held, like a backspace key. */
  repeats?: boolean;
  onSwipeUp?: () => void;
  rippleColor?: string;
  text?: string;
  textStyle?: TextStyle;
  maxLines?: number;
  path?: string;
  size?: number;
  color?: string;
  draw?: (context: SKRSContext2D, widthPx: number, heightPx: number, scale: number) => void;
  value?: string;
  placeholder?: string;
  placeholderColor?: string;
  multiline?: boolean;
  takesFocus?: boolean;
  onChange?: (value: string) => void;
  onSubmit?: () => void;
  /** What the keyboard's ENTER is for; "newline" where the field has several lines. */
  enterAction?: "search" | "done";
}

export interface Motion {
  opacity: number;
  scale: number;
  translateXPx: number;
  translateYPx: number;
}

export interface Ripple {
  xPx: number;
  yPx: number;
  radiusPx: number;
  opacity: number;
}

const noStyle: ViewStyle = {};
const nowhere: Rect = { left: 0, top: 0, right: 0, bottom: 0 };

/** One element of the screen: what React made, where the layout put it, and what the user is doing to it. */
export class UiNode {
  readonly kind: ElementKind;
  props: HostProps;
  parent: UiNode | undefined;
  readonly children: UiNode[] = [];
  readonly yoga: YogaNode;
  /** Pixels per dp. */
  readonly scale: number;

  /** On the screen, before any motion. */
  bounds: Rect = nowhere;
  /** The part of the bounds that no ancestor cuts off. */
  visible: Rect = nowhere;
  /** What it covered when it was last painted; undefined while it is not on the screen. */
  painted: Rect | undefined;
  /** Something other than its place changed since it was painted. */
  dirty = true;

  motion: Motion | undefined;
  ripple: Ripple | undefined;
  scrollYPx = 0;
  scrollMaxPx = 0;
  /** Index into a field's value, in UTF-16 units. */
  caret = 0;
  /** Where the caret goes once the owner has taken the edited value over. */
  pendingCaret: number | undefined;
  focused = false;
  lines: { key: string; lines: TextLine[] } | undefined;
  /** A drawing is kept as a bitmap until its size or its function changes. */
  bitmap: { draw: unknown; widthPx: number; heightPx: number; canvas: Canvas } | undefined;

  constructor(kind: ElementKind, props: HostProps, scale: number) {
    this.kind = kind;
    this.props = props;
    this.scale = scale;
    this.yoga = createLayoutNode(kind === "ui-scroll");
    applyLayout(this.yoga, noStyle, props.style ?? noStyle, scale);
    this.caret = props.value?.length ?? 0;
  }

  get style(): ViewStyle {
    return this.props.style ?? noStyle;
  }

  get clips(): boolean {
    return this.kind === "ui-scroll" || this.style.clip === true;
  }

  get pressable(): boolean {
    return this.props.onPress !== undefined || this.props.onLongPress !== undefined || this.kind === "ui-field";
  }

  update(props: HostProps): void {
    applyLayout(this.yoga, this.style, props.style ?? noStyle, this.scale);
    this.props = props;
    this.dirty = true;
    this.caret = Math.min(this.pendingCaret ?? this.caret, props.value?.length ?? 0);
    this.pendingCaret = undefined;
  }

  insert(child: UiNode, before?: UiNode): void {
    child.detach();
    const index = before ? this.children.indexOf(before) : this.children.length;
    this.children.splice(index, 0, child);
    this.yoga.insertChild(child.yoga, index);
    child.parent = this;
  }

  /** Takes the node out of its parent; it can be put in again. */
  detach(): void {
    const parent = this.parent;
    if (!parent) return;
    parent.children.splice(parent.children.indexOf(this), 1);
    parent.yoga.removeChild(this.yoga);
    this.parent = undefined;
  }

  /** Frees the layout nodes, children first: yoga's heap breaks when a parent goes before its children. */
  destroy(): void {
    for (const child of this.children.toReversed()) {
      child.detach();
      child.destroy();
    }
    this.yoga.unsetMeasureFunc();
    this.yoga.free();
  }

  /** The node and its ancestors, innermost first. */
  *path(): Generator<UiNode> {
    yield this;
    if (this.parent) yield* this.parent.path();
  }

  *descendants(): Generator<UiNode> {
    yield this;
    for (const child of this.children) yield* child.descendants();
  }
}
