import type { ReactNode } from "react";
import { Direction, Edge } from "yoga-layout";
import { UiNode } from "./node.ts";
import { ReactRoot, type RenderHost } from "./reconciler.ts";

/** Lays out elements as on a screen without displaying them, for sizes that are required in advance. */
export class OffScreen implements RenderHost {
  readonly scale: number;
  readonly fontScale: number;
  readonly japanese: boolean;
  readonly root: UiNode;
  readonly #react: ReactRoot;
  #error: unknown;

  /** `scale` is pixels per dp. */
  constructor({ scale, fontScale, japanese }: { scale: number; fontScale: number; japanese: boolean }) {
    this.scale = scale;
    this.fontScale = fontScale;
    this.japanese = japanese;
    this.root = new UiNode("ui-view", {}, this);
    this.#react = new ReactRoot(this, (error) => (this.#error = error));
  }

  loadImage(): void {}
  onDrawError(): void {}
  onCommit(): void {}
  onRemove(): void {}
  onTakeFocus(): void {}

  /**
   * Returns the height of each element in dp with its margins, laid out below each other at this width. Rethrows their
   * errors.
   */
  heights(elements: ReactNode, widthDp: number): number[] {
    this.#react.render(elements);
    if (this.#error !== undefined) throw this.#error;
    this.root.yoga.calculateLayout(widthDp * this.scale, undefined, Direction.LTR);
    return this.root.children.map(({ yoga }) => {
      const marginsPx = yoga.getComputedMargin(Edge.Top) + yoga.getComputedMargin(Edge.Bottom);
      return (yoga.getComputedHeight() + marginsPx) / this.scale;
    });
  }

  dispose(): void {
    this.#react.render(null);
    this.root.destroy();
  }
}
