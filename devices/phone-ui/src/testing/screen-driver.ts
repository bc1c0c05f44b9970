import type { HierarchyNode, ScreenNode, SystemUi } from "@terrarium/phone-system/system-ui";
import { expect } from "vitest";

/** The texts on a screen, polled until they match an expectation. */
const textsOf = (driver: ScreenDriver) => expect.poll(() => driver.texts());

/** Drives a screen by its visible texts, as a user would. Tests do not depend on the implementation behind it. */
export class ScreenDriver {
  readonly ui: SystemUi;

  constructor(ui: SystemUi) {
    this.ui = ui;
  }

  /** Returns the node with this text or label, preferably a clickable one; throws if there is none. */
  find(name: string): ScreenNode {
    const named = this.ui.nodes().filter((node) => node.text === name || node.label === name);
    const found = named.find((node) => node.clickable) ?? named[0];
    if (!found)
      throw new Error(`nothing on the screen is called ${JSON.stringify(name)}; there is ${this.texts().join(", ")}`);
    return found;
  }

  has(name: string): boolean {
    return this.ui.nodes().some((node) => node.text === name || node.label === name);
  }

  texts(): string[] {
    return this.ui.nodes().flatMap((node) => [node.text, node.label].filter((text) => text !== ""));
  }

  /** Waits until this text is on the screen. */
  async shows(text: string): Promise<void> {
    await textsOf(this).toContain(text);
  }

  /** Waits until this text is no longer on the screen. */
  async hides(text: string): Promise<void> {
    await textsOf(this).not.toContain(text);
  }

  /** Returns all nodes of `uiautomator dump` as a flat list. */
  controls(): HierarchyNode[] {
    const all = (node: HierarchyNode): HierarchyNode[] => [node, ...node.children.flatMap(all)];
    return this.ui.hierarchy().windows.flatMap(all);
  }

  /** Returns the control with this id, without its package; throws if there is none. */
  control(id: string): HierarchyNode {
    const controls = this.controls();
    const found = controls.find((node) => node.id.endsWith(`:id/${id}`));
    if (!found) {
      const there = controls.map((node) => node.id.split("/")[1]).filter(Boolean);
      throw new Error(`no control on the screen has the id ${id}; there is ${there.join(", ")}`);
    }
    return found;
  }

  hasControl(id: string): boolean {
    return this.controls().some((node) => node.id.endsWith(`:id/${id}`));
  }

  tap(...names: string[]): void {
    for (const name of names) this.tapAt(...middleOf(this.find(name)));
  }

  /** Taps the control with this id. */
  tapControl(id: string): void {
    this.tapAt(...middleOf(this.control(id)));
  }

  tapAt(xPx: number, yPx: number): void {
    this.ui.input.touch({ action: "down", pointerId: 0, xPx, yPx });
    this.ui.input.touch({ action: "up", pointerId: 0, xPx, yPx });
  }

  /** Performs a long press without a delay, with the secondary mouse button. */
  hold(name: string): void {
    const [xPx, yPx] = middleOf(this.find(name));
    this.ui.input.touch({ action: "down", pointerId: 0, xPx, yPx, secondary: true });
    this.ui.input.touch({ action: "up", pointerId: 0, xPx, yPx });
  }

  /**
   * Swipes in a straight line in ten steps of one frame each, and rests before the release to prevent a fling. `held`
   * first lifts the item with a long press.
   */
  drag(fromX: number, fromY: number, toX: number, toY: number, held = false): void {
    const startMs = performance.now();
    const touch = (action: "down" | "move" | "up", part: number, timeMs: number): void =>
      this.ui.input.touch({
        action,
        pointerId: 0,
        xPx: fromX + (toX - fromX) * part,
        yPx: fromY + (toY - fromY) * part,
        timeMs,
        ...(held && action === "down" ? { secondary: true } : {}),
      });
    touch("down", 0, startMs);
    for (let step = 1; step <= 10; step++) touch("move", step / 10, startMs + step * 16);
    touch("up", 1, startMs + 1000);
  }

  press(keyCode: number, metaState = 0): void {
    this.ui.input.key({ action: "down", keyCode, metaState });
    this.ui.input.key({ action: "up", keyCode, metaState });
  }

  type(text: string): void {
    this.ui.input.text(text);
  }

  /** Returns the color of a pixel of the screen, such as "a3d977". */
  pixel(xPx: number, yPx: number): string {
    const { widthPx, heightPx } = this.ui.display;
    const row = this.ui.display.picture(widthPx, heightPx).rows(Math.round(yPx), 1);
    return Buffer.from(row.subarray(Math.round(xPx) * 4, Math.round(xPx) * 4 + 3)).toString("hex");
  }
}

/** Returns the texts in a part of the screen, in their order on the screen. */
export const textsIn = (node: HierarchyNode): string[] =>
  [node.text, ...node.children.flatMap(textsIn)].filter((text) => text !== "");

/** Returns the middle of a node, in pixels. */
export function middleOf({ bounds }: Pick<ScreenNode, "bounds">): [xPx: number, yPx: number] {
  return [(bounds.left + bounds.right) / 2, (bounds.top + bounds.bottom) / 2];
}
