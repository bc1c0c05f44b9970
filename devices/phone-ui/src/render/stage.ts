import type { Canvas, SKRSContext2D } from "@napi-rs/canvas";
import type { Picture, Rows } from "@terrarium/adb-device/ports/display";
import { onRest } from "@terrarium/adb-device/process-memory";
import { pacedFrameMs } from "@terrarium/adb-device/video/frame-pace";
import type { Clock, Timer } from "@terrarium/phone-system/clock";
import { HostClock } from "@terrarium/phone-system/host-clock";
import { hostNowMs } from "@terrarium/phone-system/host-time";
import { encodePng } from "@terrarium/png/encode-png";
import type { ReactNode } from "react";
import { Direction } from "yoga-layout";
import { registerFonts } from "./fonts.ts";
import { Framebuffer } from "./framebuffer.ts";
import { ImageLoader } from "./image-loader.ts";
import { motionAt, motionRect } from "./motion.ts";
import { UiNode, type AnimationKind, type Motion } from "./node.ts";
import { paintNode } from "./paint.ts";
import { Placement } from "./place.ts";
import { ReactRoot, type RenderHost } from "./reconciler.ts";
import { contains, Damage, type Rect } from "./rect.ts";
import { releaseCanvas } from "./release-canvas.ts";
import { ScaledPicture } from "./scaled-picture.ts";
import { Tickers } from "./tickers.ts";

const FRAME_INTERVAL_MS = 1000 / 60;
const DP_PER_INCH = 160;
const IMAGE_FADE_MS = 140;

/** A running animation: receives the time of each frame and returns whether it continues. */
export type Animation = (nowMs: number) => boolean;

/**
 * The screen as a React root: lays out, places and paints React's commits, frame by frame and only in changed areas.
 * Nothing runs while the screen is idle. Animations play only while a viewer receives frames; otherwise they end at
 * once, so that scripts see settled screens. Without a viewer, painting waits until the screen is read.
 */
export class Stage implements RenderHost {
  widthPx: number;
  heightPx: number;
  scale: number;
  fontScale = 1;
  japanese = false;
  /** Factors of the durations of animations; 0 ends them at once. */
  animationScales: Readonly<Record<AnimationKind, number>> = { window: 1, transition: 1, animator: 1 };
  readonly root: UiNode;
  readonly react: ReactRoot;
  /** Called when a field gains or loses the focus. */
  onFocusChange: (node: UiNode | undefined) => void = () => undefined;
  /** Called between layout and painting: the last opportunity to scroll. */
  onLaidOut: () => void = () => undefined;
  readonly onDrawError: (error: unknown) => void;

  #screen: Rect;
  #framebuffer: Framebuffer;
  /** Periodic updates of the screen. */
  readonly tickers: Tickers;
  readonly clock: Clock;
  readonly #images: ImageLoader;
  readonly #damage = new Damage();
  readonly #placement = new Placement(this.#damage, (node) => this.#appear(node));
  readonly #animations = new Set<Animation>();
  readonly #frameListeners = new Set<(changed: Rows) => void>();
  #scaled: ScaledPicture | undefined;
  readonly #entering = new Set<UiNode>();
  /** The screen before the first running entry animation. */
  #backdrop: Canvas | undefined;
  #layoutPending = true;
  #loads = 0;
  #frameTimer: Timer | undefined;
  #lastFrameMs = 0;
  #focused: UiNode | undefined;
  #inverted = false;
  #disposed = false;
  readonly #stopRest = onRest(() => this.releaseDrawings());

  constructor(options: {
    widthPx: number;
    heightPx: number;
    densityDpi: number;
    onError: (error: unknown) => void;
    /** Reads an image file of the device. */
    readFile?: (path: string) => Promise<Uint8Array>;
    /** Clock of animations. Default: the host's. */
    clock?: Clock;
  }) {
    this.clock = options.clock ?? new HostClock(hostNowMs);
    this.tickers = new Tickers(this.clock);
    registerFonts();
    this.widthPx = options.widthPx;
    this.heightPx = options.heightPx;
    this.scale = options.densityDpi / DP_PER_INCH;
    this.#screen = { left: 0, top: 0, right: this.widthPx, bottom: this.heightPx };
    this.#framebuffer = new Framebuffer(this.widthPx, this.heightPx);
    this.root = new UiNode("ui-view", this.#rootProps(), this);
    const readFile = options.readFile ?? (() => Promise.reject(new Error("this screen has no files")));
    this.#images = new ImageLoader(readFile, (node, first) => this.#showImage(node, first));
    this.onDrawError = options.onError;
    this.react = new ReactRoot(this, options.onError);
  }

  #rootProps(): { style: { width: number; height: number } } {
    return { style: { width: this.widthPx / this.scale, height: this.heightPx / this.scale } };
  }

  /** Changes the screen's size in pixels, its density or its fonts; lays out and draws everything again. */
  resize(size: { widthPx: number; heightPx: number; densityDpi: number; fontScale: number; japanese: boolean }): void {
    const { widthPx, heightPx, fontScale, japanese } = size;
    const scale = size.densityDpi / DP_PER_INCH;
    const resized = widthPx !== this.widthPx || heightPx !== this.heightPx;
    const rescaled = scale !== this.scale || fontScale !== this.fontScale || japanese !== this.japanese;
    if (!resized && !rescaled) return;
    Object.assign(this, { widthPx, heightPx, scale, fontScale, japanese });
    if (resized) {
      this.#screen = { left: 0, top: 0, right: widthPx, bottom: heightPx };
      this.#framebuffer = new Framebuffer(widthPx, heightPx);
      this.#scaled?.release();
      releaseCanvas(this.#backdrop);
      this.#scaled = this.#backdrop = undefined;
    }
    this.root.update(this.#rootProps());
    if (rescaled) for (const node of this.root.descendants()) node.rescale();
    this.#damage.add(this.#screen);
    this.requestLayout();
  }

  /** Inverts all colors of the screen, or shows them as they are. */
  setInverted(inverted: boolean): void {
    if (inverted === this.#inverted) return;
    this.#inverted = inverted;
    releaseCanvas(this.#backdrop);
    this.#backdrop = undefined;
    this.invalidateAll();
  }

  loadImage(node: UiNode, widthPx: number, heightPx: number): void {
    this.#images.load(node, widthPx, heightPx);
  }

  #showImage(node: UiNode, first: boolean): void {
    const { image } = node;
    if (!image || !first || !node.props.fades) return this.invalidate(node);
    this.animate(IMAGE_FADE_MS, (progress) => {
      image.opacity = progress;
      if (node.image === image) this.invalidate(node);
    });
  }

  render(element: ReactNode): void {
    this.react.render(element);
  }

  /** Runs a handler of user input. Its changes are committed before this returns, and drawn soon. */
  run(handler: () => void): void {
    this.react.run(handler);
  }

  onCommit(): void {
    this.requestLayout();
  }

  onRemove(node: UiNode): void {
    this.#placement.vanish(node);
    for (const each of node.descendants()) if (each === this.#focused) this.focus(undefined);
  }

  onTakeFocus(node: UiNode): void {
    this.focus(node);
  }

  get focused(): UiNode | undefined {
    return this.#focused;
  }

  focus(node: UiNode | undefined): void {
    if (this.#focused === node) return;
    for (const each of [this.#focused, node]) {
      if (!each) continue;
      each.focused = each === node;
      each.dirty = true;
    }
    this.#focused = node;
    this.requestLayout();
    this.onFocusChange(node);
  }

  /** Whether animations play: while a viewer receives the frames, unless time passes only with actions. */
  get watched(): boolean {
    return this.#hasViewer && this.clock.runs;
  }

  get #hasViewer(): boolean {
    return this.#frameListeners.size > 0;
  }

  /** Whether images are being loaded; if time passes only with actions, also other work (`load`). */
  get loading(): boolean {
    return this.#images.busy || (this.#loads > 0 && !this.clock.runs);
  }

  /**
   * Counts work that changes the screen at its end. If time passes only with actions, reads of the screen wait for it,
   * so that they do not depend on the speed of the host.
   */
  load(work: Promise<unknown>): void {
    this.#loads += 1;
    const end = (): void => {
      this.#loads -= 1;
    };
    work.then(end, end);
  }

  /** Whether an animation is running, such as a fling or a moving window. */
  get moving(): boolean {
    return this.#animations.size > 0;
  }

  onFrame(listener: (changed: Rows) => void): () => void {
    // Animations of the first frame must start from the current screen.
    if (!this.#hasViewer) this.#paint();
    this.#frameListeners.add(listener);
    this.tickers.setWatched(this.watched);
    return () => {
      this.#frameListeners.delete(listener);
      this.tickers.setWatched(this.watched);
    };
  }

  /** Requests a layout after positions may have changed; differences are redrawn. */
  requestLayout(): void {
    this.#layoutPending = true;
    this.#schedule();
  }

  /** Redraws this node after a change of its appearance only. */
  invalidate(node: UiNode): void {
    this.#damage.add(node.visible);
    this.#schedule();
  }

  /** Redraws the whole screen, for motions outside the nodes' bounds. */
  invalidateAll(): void {
    this.#damage.add(this.#screen);
    this.#schedule();
  }

  /**
   * Calls `step` with 0 to 1 over the given time, scaled by its kind; without a viewer, with 1 at once. Returns the
   * function that stops it.
   */
  animate(durationMs: number, step: (progress: number) => void, kind: AnimationKind = "animator"): () => void {
    const scaledMs = durationMs * this.animationScales[kind];
    if (!this.watched || scaledMs <= 0) {
      step(1);
      return () => undefined;
    }
    const startMs = this.clock.elapsedMs();
    return this.addAnimation((nowMs) => {
      const progress = Math.min(1, (nowMs - startMs) / scaledMs);
      step(progress);
      return progress < 1;
    });
  }

  /** Moves the node without a layout; undefined moves it back. */
  setMotion(node: UiNode, motion: Motion | undefined): void {
    if (node.painted) this.#damage.add(motionRect(node, node.motion));
    node.motion = motion;
    if (node.painted) this.#damage.add(motionRect(node, motion));
    this.#schedule();
  }

  /** Stretches the content of a scroll container by this share, without a layout. */
  setStretch(node: UiNode, stretch: number): void {
    if (node.stretch === stretch) return;
    node.stretch = stretch;
    this.invalidate(node);
  }

  addAnimation(animation: Animation): () => void {
    this.#animations.add(animation);
    this.#schedule();
    return () => this.#animations.delete(animation);
  }

  /** Returns the topmost touchable node at this point; ignores the node `beneath`, if given. */
  hit(xPx: number, yPx: number, beneath?: UiNode, node: UiNode = this.root): UiNode | undefined {
    if (node === beneath || node.style.hidden || node.props.inert || (node.clips && !contains(node.visible, xPx, yPx)))
      return undefined;
    for (const child of node.children.toReversed()) {
      const found = this.hit(xPx, yPx, beneath, child);
      if (found) return found;
    }
    return !node.props.passThrough && contains(node.visible, xPx, yPx) ? node : undefined;
  }

  /** Performs a pending layout, so that bounds are current; drawing waits for the frame. */
  layoutNow(): void {
    if (this.#layoutPending) this.#layout();
  }

  /** Runs the next frame now: performs pending layouts, and paints if there is a viewer. */
  flush(): void {
    if (!this.watched) this.tickers.look();
    if (this.#frameTimer === undefined) return;
    this.#frameTimer.cancel();
    this.#frame();
  }

  /** Returns the current screen at this size; its rows belong to the stage. */
  picture(widthPx: number, heightPx: number): Picture {
    const framebuffer = this.#painted();
    if (widthPx === this.widthPx && heightPx === this.heightPx) return framebuffer;
    if (this.#scaled?.width !== widthPx || this.#scaled.height !== heightPx) {
      this.#scaled?.release();
      this.#scaled = new ScaledPicture(widthPx, heightPx);
    }
    this.#scaled.draw(framebuffer);
    return this.#scaled;
  }

  /** Frees the bitmaps of drawings if there is no viewer; the wallpaper alone is as large as the screen. */
  releaseDrawings(): void {
    if (this.#hasViewer) return;
    for (const node of this.root.descendants()) {
      releaseCanvas(node.bitmap?.canvas);
      node.bitmap = undefined;
    }
  }

  async capturePng(): Promise<Uint8Array> {
    const { pixels } = this.#painted();
    return await encodePng({ widthPx: this.widthPx, heightPx: this.heightPx, rgba: pixels });
  }

  /** Frees all resources. A second call does nothing: freeing Yoga's nodes twice crashes the process. */
  dispose(): void {
    if (this.#disposed) return;
    this.react.render(null);
    this.#disposed = true;
    this.#stopRest();
    this.tickers.dispose();
    this.#animations.clear();
    this.#frameListeners.clear();
    this.#frameTimer?.cancel();
    this.#frameTimer = undefined;
    this.#framebuffer.release();
    this.#scaled?.release();
    releaseCanvas(this.#backdrop);
    this.root.destroy();
  }

  #schedule(): void {
    if (this.#frameTimer !== undefined || this.#disposed) return;
    const waitMs = this.#lastFrameMs + FRAME_INTERVAL_MS - this.clock.elapsedMs();
    const frame = (): void => this.#frame();
    // A frame shows what has changed already, so it does not wait for time that passes only with the next action.
    this.#frameTimer = waitMs > 1 && this.clock.runs ? this.clock.startTimer(waitMs, frame) : soon(frame);
  }

  #frame(): void {
    this.#frameTimer = undefined;
    if (this.#disposed) return;
    const nowMs = this.clock.elapsedMs();
    this.#lastFrameMs = pacedFrameMs(this.#lastFrameMs, FRAME_INTERVAL_MS, nowMs);
    for (const animation of this.#animations) if (!animation(nowMs)) this.#animations.delete(animation);
    // Placing a new node may start an animation, and revealing the caret may scroll, so the layout repeats until it is
    // stable.
    for (let round = 0; this.#layoutPending && round < 3; round++) this.#layout();
    const rects = this.#hasViewer ? this.#paint() : [];
    if (this.#animations.size > 0) this.#schedule();
    if (rects.length === 0) return;
    const changed = {
      top: Math.min(...rects.map(({ top }) => top)),
      bottom: Math.max(...rects.map(({ bottom }) => bottom)),
    };
    for (const listener of this.#frameListeners) listener(changed);
  }

  #layout(): void {
    this.#layoutPending = false;
    this.root.yoga.calculateLayout(this.widthPx, this.heightPx, Direction.LTR);
    this.#placement.place(this.root, 0, 0, this.#screen);
    // A hidden field cannot be edited.
    if (this.#focused && this.#focused.painted === undefined) this.focus(undefined);
    this.onLaidOut();
  }

  /** Returns the screen with all pending changes, painted for a single read. */
  #painted(): Framebuffer {
    this.flush();
    this.#paint();
    return this.#framebuffer;
  }

  #paint(): Rect[] {
    const rects = this.#damage.take(this.#screen);
    for (const rect of rects) {
      this.#framebuffer.paint(rect, (context, piece) => {
        if (this.#backdrop) {
          context.drawImage(this.#backdrop, 0, 0);
          // The backdrop is a copy of the inverted screen.
          if (this.#inverted) invert(context, piece);
        }
        paintNode(context, this.root, piece);
        if (this.#inverted) invert(context, piece);
      });
    }
    return rects;
  }

  #appear(node: UiNode): void {
    const { enter } = node.props;
    if (!enter || !this.watched || this.animationScales[enter.kind ?? "animator"] <= 0) return;
    this.#entering.add(node);
    // A leaving node is already removed from the tree. The backdrop shows it until the entering node covers it.
    this.#backdrop ??= this.#framebuffer.toCanvas();
    const step = (progress: number): void => {
      const motion = enter.at?.(progress, node) ?? motionAt(enter, progress, this.scale);
      node.motion = progress < 1 ? motion : undefined;
      if (progress >= 1) this.#entering.delete(node);
      if (this.#entering.size === 0) {
        releaseCanvas(this.#backdrop);
        this.#backdrop = undefined;
      }
      this.invalidateAll();
    };
    step(0);
    this.animate(enter.durationMs, step, enter.kind);
  }
}

/** Runs after the current call has returned. */
function soon(act: () => void): Timer {
  const immediate = setImmediate(act);
  return { cancel: () => clearImmediate(immediate) };
}

function invert(context: SKRSContext2D, { left, top, right, bottom }: Rect): void {
  context.globalCompositeOperation = "difference";
  context.fillStyle = "#ffffff";
  context.fillRect(left, top, right - left, bottom - top);
  context.globalCompositeOperation = "source-over";
}
