import type { Canvas, SKRSContext2D } from "@napi-rs/canvas";
import type { ReactNode } from "react";
import type { Node as YogaNode } from "yoga-layout";
import type { Rect } from "./rect.ts";
import { releaseCanvas } from "./release-canvas.ts";
import { applyLayout, createLayoutNode, type ViewStyle } from "./style.ts";
import type { TextLine } from "./text-layout.ts";
import type { RichLayout, TextSpan, TextStyle } from "./text-span.ts";

export type ElementKind = "ui-view" | "ui-text" | "ui-icon" | "ui-scroll" | "ui-field" | "ui-draw" | "ui-image";

/** Type of a control in the hierarchy, if its properties do not determine it. */
export type Role = "button" | "checkbox" | "radio" | "slider" | "tab" | "image" | "progress" | "dialog" | "list";

/** A moving finger: its position on the screen, and its distance from its starting point. */
export interface DragEvent {
  phase: "start" | "move" | "end" | "cancel";
  xPx: number;
  yPx: number;
  dxPx: number;
  dyPx: number;
  /** Speed of the release in pixels per second; set in the phase "end". */
  velocityXPx: number;
  velocityYPx: number;
}

/** Two fingers: `scale` is the ratio of their distance to its initial value, and (xPx, yPx) the point between them. */
export interface PinchEvent {
  phase: "start" | "move" | "end" | "cancel";
  scale: number;
  xPx: number;
  yPx: number;
  /** Distance of that point from its initial position. */
  dxPx: number;
  dyPx: number;
}

/** An image: a file of the device, or the bytes of a PNG, JPEG, WebP or GIF file. */
export type ImageSource = { path: string } | { bytes: Uint8Array };

/** The screen of a node, with the members that nodes need. */
export interface NodeHost {
  /** Pixels per dp. */
  readonly scale: number;
  /** Factor from the designed text size to the user's text size. */
  readonly fontScale: number;
  /** Whether the device's language is Japanese. */
  readonly japanese: boolean;
  /** Requests the node's image at this size; the node is redrawn once the image is loaded. */
  loadImage(node: UiNode, widthPx: number, heightPx: number): void;
  /** Called when a `draw` function throws. */
  onDrawError(error: unknown): void;
}

/** Animations of windows such as dialogs, of transitions between apps, and all others. */
export type AnimationKind = "window" | "transition" | "animator";

/** Entry animation of an element, from these values to its place. Played only with a viewer. */
export interface Enter {
  durationMs: number;
  /** Kind of the animation, for the developer settings that scale its duration. Default: animator. */
  kind?: AnimationKind;
  /** Returns the motion at a progress from 0 to 1; replaces the other properties. */
  at?: (progress: number, node: UiNode) => Motion;
  opacity?: number;
  scale?: number;
  /** dp */
  translateX?: number;
  translateY?: number;
}

/** All properties of elements; the components in elements.ts define the properties of each kind. */
export interface HostProps {
  style?: ViewStyle;
  children?: ReactNode;
  label?: string;
  enter?: Enter;
  /** Shows the node and its content over others for a while, without hiding those from the hierarchy. */
  floats?: boolean;
  /** Passes touches to the nodes beneath. */
  passThrough?: boolean;
  /** Package of the window formed by this node. */
  packageName?: string;
  /** Hides the nodes beneath from touches and from the hierarchy. */
  modal?: boolean;
  /** The resource id, without its package; "package:id/name" for an id of another package. */
  id?: string;
  role?: Role;
  checkable?: boolean;
  checked?: boolean;
  selected?: boolean;
  enabled?: boolean;
  password?: boolean;
  /** Allowed directions of a drag: one axis, or any. Other nodes receive drags in other directions. */
  dragAxis?: "x" | "y" | "any";
  /** Starts the drag with a long press, so that the surrounding container can scroll. */
  dragAfterHold?: boolean;
  onDrag?: (event: DragEvent) => void;
  onPinch?: (event: PinchEvent) => void;
  horizontal?: boolean;
  /** Scrolls a horizontal container by its whole width: it rests only at a page. */
  paged?: boolean;
  onScroll?: (offsetPx: number, maxPx: number) => void;
  /** A new object scrolls the content to this offset, in dp from its start; Infinity is the end. */
  scrollTo?: { readonly offset: number };
  source?: ImageSource;
  fit?: "contain" | "cover";
  /**
   * Natural size of the image in dp: the node has this size, or a smaller one with the same aspect ratio. Must not
   * change later.
   */
  natural?: { width: number; height: number };
  onImageError?: (error: Error) => void;
  /** Fades the image in once it is loaded. */
  fades?: boolean;
  onPress?: () => void;
  onLongPress?: () => void;
  /** Repeats the press while held, like a backspace key. */
  repeats?: boolean;
  /** Receives only swipes; taps go to the nodes beneath. */
  passTaps?: boolean;
  /** Removes the node and its content from touches and the hierarchy while it leaves the screen. */
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
  /** Takes line breaks. */
  multiline?: boolean;
  /** Shows the single line of the field on several rows if it is longer than one. */
  wraps?: boolean;
  takesFocus?: boolean;
  onChange?: (value: string) => void;
  onSubmit?: () => void;
  /** Handles a key before the field's default action; returns true to prevent that action. */
  onKey?: (key: { keyCode: number; metaState: number }) => boolean;
  /** Action of the keyboard's ENTER; "newline" in a field with several lines. */
  enterAction?: EnterAction;
  /** Type of the text, for the layout of the on-screen keyboard; plain text by default. */
  inputType?: InputType;
}

/** AOSP EditorInfo.java, IME_ACTION_…. */
export type EnterAction = "search" | "done" | "go" | "next" | "send";

/** AOSP InputType.java, limited to the types with a different keyboard. */
export type InputType = "text" | "number" | "tel" | "email" | "url";

export interface Motion {
  opacity: number;
  scale: number;
  translateXPx: number;
  translateYPx: number;
  /** Clips the node, before scaling, to its upper part with rounded corners. */
  clip?: { heightPx: number; radiusPx: number };
}

export interface Ripple {
  xPx: number;
  yPx: number;
  radiusPx: number;
  opacity: number;
}

const noStyle: ViewStyle = {};
const NOWHERE: Rect = { left: 0, top: 0, right: 0, bottom: 0 };

/** One element of the screen: its React properties, its layout and its interaction state. */
export class UiNode {
  readonly kind: ElementKind;
  props: HostProps;
  parent: UiNode | undefined;
  readonly children: UiNode[] = [];
  readonly yoga: YogaNode;
  readonly host: NodeHost;

  /** Position on the screen, before any motion. */
  bounds: Rect = NOWHERE;
  /** The part of the bounds that no ancestor clips. */
  visible: Rect = NOWHERE;
  /** Area covered at the last painting; undefined while the node is not on the screen. */
  painted: Rect | undefined;
  /** Whether something other than the position changed since the last painting. */
  dirty = true;

  motion: Motion | undefined;
  ripple: Ripple | undefined;
  /** Offset of the content along the axis of the scroll container. */
  scrollPx = 0;
  scrollMaxPx = 0;
  /** Stretch of the content as a share of its size: negative at the start, positive at the end. */
  stretch = 0;
  /** Scroll offset to apply after the next layout. */
  pendingScrollDp: number | undefined;
  /** Index into a field's value, in UTF-16 units. */
  caret = 0;
  /** The other end of the selection; undefined without a selection. */
  anchor: number | undefined;
  /** Caret position to apply once the parent component renders the edited value. */
  pendingCaret: number | undefined;
  focused = false;
  /** Whether the control is focused by keys. */
  keyFocused = false;
  lines: { key: string; lines: TextLine[] } | undefined;
  /** The lines of a text with spans. */
  rich: { spans: readonly TextSpan[]; style: TextStyle; layout: RichLayout } | undefined;
  /** Whether the node is a touchable part of its parent text, created by the text instead of React. */
  touchesText = false;
  /** Bitmap of a drawing, cached until its size or its function changes. */
  bitmap: { draw: unknown; widthPx: number; heightPx: number; canvas: Canvas } | undefined;

  /** The image, loaded for its last required size. */
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

  /** Whether the node has a measure function in layout: texts, fields and images with a natural size. */
  get measured(): boolean {
    return this.kind === "ui-text" || this.kind === "ui-field" || this.props.natural !== undefined;
  }

  /** Discards all computed values after a change of the density or the font size. */
  rescale(): void {
    applyLayout(this.yoga, noStyle, this.style, this.scale);
    if (this.measured) this.yoga.markDirty();
    this.lines = undefined;
    this.rich = undefined;
    releaseCanvas(this.bitmap?.canvas);
    this.bitmap = undefined;
    this.dirty = true;
  }

  /** Requests a new layout of the texts that contain the node, after its size has changed. */
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
    // Children of a text are laid out by the text.
    if (!this.measured) this.yoga.insertChild(child.yoga, index);
    child.parent = this;
  }

  /** Removes the node from its parent; it can be inserted again. */
  detach(): void {
    const parent = this.parent;
    if (!parent) return;
    parent.children.splice(parent.children.indexOf(this), 1);
    if (!parent.measured) parent.yoga.removeChild(this.yoga);
    this.parent = undefined;
  }

  /** Frees the layout nodes, children first: Yoga's heap breaks when a parent is freed before its children. */
  destroy(): void {
    for (const child of this.children.toReversed()) {
      child.detach();
      child.destroy();
    }
    releaseCanvas(this.bitmap?.canvas);
    releaseCanvas(this.image?.canvas);
    this.bitmap = undefined;
    this.image = undefined;
    // Images still being loaded are discarded.
    this.imageRequest = undefined;
    this.yoga.unsetMeasureFunc();
    this.yoga.free();
  }

  /** Yields the node and its ancestors, innermost first. */
  *path(): Generator<UiNode> {
    yield this;
    if (this.parent) yield* this.parent.path();
  }

  *descendants(): Generator<UiNode> {
    yield this;
    for (const child of this.children) yield* child.descendants();
  }
}
