import { cutText } from "@terrarium/bounds/cut-text";
import type { DetectedElement, Place } from "@terrarium/contract/box-action-fields";
import type { UiSelector } from "@terrarium/contract/ui-selector";
import { AppError } from "@terrarium/platform/base/app-error";
import { type Bounds, centerOf } from "@terrarium/ui-tree/bounds";
import { findNode, findNodes } from "@terrarium/ui-tree/find-nodes";
import { isShown, type UiTree } from "@terrarium/ui-tree/ui-node";
import type { Point } from "../input/device-input.ts";
import { readUiTree } from "../screen/read-ui-tree.ts";
import { type ActionDevice, onScreen } from "./action-device.ts";
import { findElement, inWords, touchableNodes } from "./elements.ts";

const WORDS_MAX_CHARS = 100;
const ELEMENTS_TOLD = 12;

/**
 * Resolves places to points, in pixels of the screen. Reads the screen at most once, and only for elements and
 * selectors. Throws AppError element_changed, with the current content, if an element is gone or has moved. Throws
 * no_model for descriptions in words.
 */
export class Aim {
  readonly #device: ActionDevice;
  #tree: Promise<UiTree> | undefined;

  constructor(device: ActionDevice) {
    this.#device = device;
  }

  async at(place: Place): Promise<Point> {
    if (typeof place === "string")
      throw new AppError("no_model", { asked: `Finding ${JSON.stringify(cutText(place, WORDS_MAX_CHARS))}` });
    if ("selector" in place) return bySelector(await this.#read(), place.selector);
    if ("path" in place) return this.#ofElement(await this.#read(), place);
    return onScreen(place, this.#device.scale);
  }

  #read(): Promise<UiTree> {
    return (this.#tree ??= readUiTree(this.#device.session, this.#device.sandboxId));
  }

  #ofElement(tree: UiTree, element: DetectedElement): Point {
    const name = `element ${element.id} ${JSON.stringify(cutText(element.label, WORDS_MAX_CHARS))}`;
    const was = onScreen({ x: element.centerX, y: element.centerY }, this.#device.scale);
    const node = findElement(tree, element);
    if (node && isIn(node.bounds, was)) return centerOf(node.bounds);
    const where = `where it was there is now ${whatIsAt(tree, was)}`;
    const { left, top, right, bottom } = node?.bounds ?? {};
    const detail = node ? `it has moved to [${left},${top}][${right},${bottom}]; ${where}` : `it has gone; ${where}`;
    throw new AppError("element_changed", { element: name, detail });
  }
}

function bySelector(tree: UiTree, selector: UiSelector): Point {
  const node = findNode(tree, selector);
  if (node) return centerOf(node.bounds);
  const fitting = findNodes(tree, selector).length;
  const there = touchableNodes(tree).slice(0, ELEMENTS_TOLD).map(inWords).join(", ");
  const count = fitting > 0 ? `${fitting} fit the rest of the selector; ` : "";
  throw new AppError("element_changed", {
    element: cutText(`an element with ${JSON.stringify(selector)}`, 300),
    detail: `${count}on the screen there is ${there || "nothing that can be touched"}`,
  });
}

/** The innermost node that is drawn last. */
function whatIsAt({ nodes }: UiTree, point: Point): string {
  const node = nodes.findLast((each) => isShown(each) && isIn(each.bounds, point));
  return node ? inWords(node) : "nothing";
}

const isIn = ({ left, top, right, bottom }: Bounds, { x, y }: Point): boolean =>
  x >= left && x <= right && y >= top && y <= bottom;
