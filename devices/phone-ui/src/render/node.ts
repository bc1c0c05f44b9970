import type { Canvas, SKRSContext2D } from "@napi-rs/canvas";
import type { ReactNode } from "react";
import type { Node as YogaNode } from "yoga-layout";
import type { FontWeight } from "./fonts.ts";
import type { Rect } from "./rect.ts";
import { releaseCanvas } from "./release-canvas.ts";
import type { RichLayout } from "./rich-text.ts";
import { applyLayout, createLayoutNode, type ViewStyle } from "./style.ts";
import type { TextLine } from "./text-layout.ts";

export type ElementKind = "ui-view" | "ui-text" | "ui-icon" | "ui-scroll" | "ui-field" | "ui-draw" | "ui-image";

/** What a control is, for whoever works from the hierarchy, where its properties do not say it. */
export type Role = "button" | "checkbox" | "radio" | "slider" | "tab" | "image" | "progress" | "dialog" | "list";

/** A finger that moves: where it is on the screen, and how far it has come from where it went down. */
export interface DragEvent {
  phase: "start" | "move" | "end" | "cancel";
  xPx: number;
  yPx: number;
  dxPx: number;
  dyPx: number;
  /** At the end, the speed of the release in pixels per second. */
  velocityXPx: number;
  velocityYPx: number;
}

/** Two fingers: how far apart they are compared with the start, and the point between them. */
export interface PinchEvent {
  phase: "start" | "move" | "end" | "cancel";
  scale: number;
  xPx: number;
  yPx: number;
  /** How far the point between them has come. */
  dxPx: number;
  dyPx: number;
}

/** A picture: a file of the device, or the bytes of a PNG, JPEG, WebP or GIF file. */
export type ImageSource = { path: string } | { bytes: Uint8Array };

/** The screen that a node is on, as far as the node needs it. */
export interface NodeHost {
  /** Pixels per dp. */
  readonly scale: number;
  /** How much larger than designed text is. */
  readonly fontScale: number;
  /** The device's language is Japanese. */
  readonly japanese: boolean;
  /** The node's picture is needed at this size; it is drawn again once it is there. */
  loadImage(node: UiNode, widthPx: number, heightPx: number): void;
  /** A `draw` threw. */
  onDrawError(error: unknown): void;
}

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
  /** Does not follow the font size of the settings, as on keys and in the status bar. */
  fixed?: boolean;
}

/** A part of a text that looks or does something of its own; what it does not say is as the text's style says. */
export interface TextSpan {
  text: string;
  /** dp */
  size?: number;
  weight?: FontWeight;
  italic?: boolean;
  /** All Latin letters of one width. */
  mono?: boolean;
  /** Part of a Japanese text, even where it has no kana. */
  japanese?: boolean;
  color?: string;
  background?: string;
  underline?: boolean;
  strikethrough?: boolean;
  /** How far above the line, times the size. */
  rise?: number;
  /** What a touch does; spans with the same one are touched together. */
  touch?: SpanTouch;
}

export type SpanTouch = Pick<HostProps, "id" | "onPress" | "onLongPress" | "rippleColor">;

/** How an element comes in: it moves from here to its place. Only played while somebody watches. */
export interface Enter {
  durationMs: number;
  /** Where the node is at each part of the way, from 0 to 1; the other properties then do not count. */
  at?: (progress: number, node: UiNode) => Motion;
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
  /** The node is a window of this package. */
  packageName?: string;
  /** What lies beneath can neither be touched nor is it told of. */
  modal?: boolean;
  /** The resource id, without its package; "package:id/name" for one of another package. */
  id?: string;
  role?: Role;
  checkable?: boolean;
  checked?: boolean;
  selected?: boolean;
  enabled?: boolean;
  password?: boolean;
  /** Where the finger may drag: along one axis, or any way. A drag in another direction is left to others. */
  dragAxis?: "x" | "y" | "any";
  /** The drag begins with a long press, so that what it is in can scroll. */
  dragAfterHold?: boolean;
  onDrag?: (event: DragEvent) => void;
  onPinch?: (event: PinchEvent) => void;
  horizontal?: boolean;
  onScroll?: (offsetPx: number, maxPx: number) => void;
  /** A new object moves the content there, in dp from its start; the end for Infinity. */
  scrollTo?: { readonly offset: number };
  source?: ImageSource;
  fit?: "contain" | "cover";
  /** How large the picture is in dp: it takes that much room, or less of the same shape. Stays as it is at first. */
  natural?: { width: number; height: number };
  onImageError?: (error: Error) => void;
  /** The picture fades in when it has come. */
  fades?: boolean;
  onPress?: () => void;
  onLongPress?: () => void;
  /** Fires again and again while held, like a backspace key. */
  repeats?: boolean;
  /** Takes only swipes: taps go to what lies beneath. */
  passTaps?: boolean;
  /** Neither touched nor told of, with all that is in it: it is on its way out. */
  inert?: boolean;
  rippleColor?: string;
  text?: string;
  textStyle?: TextStyle;
  spans?: readonly TextSpan[];
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
  /** A field's own way with a key, before it does what fields do with it; answers whether that was all. */
  onKey?: (key: { keyCode: number; metaState: number }) => boolean;
  /** What the keyboard's ENTER is for; "newline" where the field has several lines. */
  enterAction?: EnterAction;
  /** What is written there, for the keys that the keyboard shows; plain text unless told. */
  inputType?: InputType;
}

/** AOSP EditorInfo.java, IME_ACTION_… */
export type EnterAction = "search" | "done" | "go" | "next" | "send";

/** AOSP InputType.java, as far as it makes a difference on a keyboard. */
export type InputType = "text" | "number" | "tel" | "email" | "url";

export interface Motion {
  opacity: number;
  scale: number;
  translateXPx: number;
  translateYPx: number;
  /** Cuts the node, before it is scaled, to its upper part with round corners. */
  clip?: { heightPx: number; radiusPx: number };
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
  readonly host: NodeHost;

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
  /** How far the content has moved along the axis of the scroll container. */
  scrollPx = 0;
  scrollMaxPx = 0;
  /** By which share its content is drawn out: away from the start below 0, away from the end above. */
  stretch = 0;
  /** Where the content is to go once it is laid out. */
  pendingScrollDp: number | undefined;
  /** Index into a field's value, in UTF-16 units. */
  caret = 0;
  /** The other end of the selection; undefined where nothing is selected. */
  anchor: number | undefined;
  /** Where the caret goes once the owner has taken the edited value over. */
  pendingCaret: number | undefined;
  focused = false;
  /** The keys are at this control. */
  keyFocused = false;
  lines: { key: string; lines: TextLine[] } | undefined;
  /** The lines of a text with spans. */
  rich: { spans: readonly TextSpan[]; style: TextStyle; layout: RichLayout } | undefined;
  /** A part of the text around it that can be touched: made by the text, not by React. */
  touchesText = false;
  /** A drawing is kept as a bitmap until its size or its function changes. */
  bitmap: { draw: unknown; widthPx: number; heightPx: number; canvas: Canvas } | undefined;

  /** A picture, as loaded for the size it was last needed at. */
  image: { source: ImageSource; canvas: Canvas; naturalWidthPx: number; opacity: number } | undefined;
  imageRequest: { source: ImageSource; widthPx: number; heightPx: number } | undefined;

  constructor(kind: ElementKind, props: HostProps, host: NodeHost) {
    this.kind = kind;
    this.props = props;
    this.host = host;
    this.yoga = createLayoutNode(kind === "ui-scroll");
    applyLayout(this.yoga, noStyle, props.style ?? noStyle, host.scale);
    this.caret = props.value?.length ?? 0;
    this.pendingScrollDp = props.scrollTo?.offset;
  }

  /** Pixels per dp. */
  get scale(): number {
    return this.host.scale;
  }

  /** Text, or a picture, which asks for its size in layout. */
  get measured(): boolean {
    return this.kind === "ui-text" || this.kind === "ui-field" || this.props.natural !== undefined;
  }

  /** The density or the font size changed: nothing that was computed holds. */
  rescale(): void {
    applyLayout(this.yoga, noStyle, this.style, this.scale);
    if (this.measured) this.yoga.markDirty();
    this.lines = undefined;
    this.rich = undefined;
    releaseCanvas(this.bitmap?.canvas);
    this.bitmap = undefined;
    this.dirty = true;
  }

  /** Something in it changed its size: the texts in which it stands are laid out anew. */
  remeasure(): void {
    for (const node of this.path()) {
      if (!node.measured) continue;
      node.rich = undefined;
      node.yoga.markDirty();
    }
  }

  get style(): ViewStyle {
    return this.props.style ?? noStyle;
  }

  get clips(): boolean {
    return this.kind === "ui-scroll" || this.style.clip === true;
  }

  get pressable(): boolean {
    if (this.props.enabled === false) return false;
    return this.props.onPress !== undefined || this.props.onLongPress !== undefined || this.kind === "ui-field";
  }

  update(props: HostProps): void {
    applyLayout(this.yoga, this.style, props.style ?? noStyle, this.scale);
    if (props.scrollTo !== this.props.scrollTo) this.pendingScrollDp = props.scrollTo?.offset;
    this.props = props;
    this.dirty = true;
    const length = props.value?.length ?? 0;
    this.caret = Math.min(this.pendingCaret ?? this.caret, length);
    if (this.anchor !== undefined) this.anchor = Math.min(this.anchor, length);
    this.pendingCaret = undefined;
  }

  insert(child: UiNode, before?: UiNode): void {
    child.detach();
    const index = before ? this.children.indexOf(before) : this.children.length;
    this.children.splice(index, 0, child);
    // What stands in a text is laid out by the text.
    if (!this.measured) this.yoga.insertChild(child.yoga, index);
    child.parent = this;
  }

  /** Takes the node out of its parent; it can be put in again. */
  detach(): void {
    const parent = this.parent;
    if (!parent) return;
    parent.children.splice(parent.children.indexOf(this), 1);
    if (!parent.measured) parent.yoga.removeChild(this.yoga);
    this.parent = undefined;
  }

  /** Frees the layout nodes, children first: yoga's heap breaks when a parent goes before its children. */
  destroy(): void {
    for (const child of this.children.toReversed()) {
      child.detach();
      child.destroy();
    }
    releaseCanvas(this.bitmap?.canvas);
    releaseCanvas(this.image?.canvas);
    this.bitmap = undefined;
    this.image = undefined;
    // What is still being loaded for it comes too late.
    this.imageRequest = undefined;
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
