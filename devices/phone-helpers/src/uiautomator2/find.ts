import { areaOf } from "@terrarium/ui-tree/bounds";
import type { UiNode } from "@terrarium/ui-tree/ui-node";
import { allNodes, type ScreenTree } from "../screen/screen-tree.ts";
import { compileXPath } from "../xpath/xpath.ts";
import { pageSource } from "./page-source.ts";
import type { Search } from "./search.ts";
import { scrollToSelected } from "./ui-scrollable.ts";
import { parseSelector } from "./ui-selector-syntax.ts";
import { selectNodes } from "./ui-selector.ts";
import { invalidSelector } from "./wire-error.ts";

/** A search for elements (FindElementModel.java). */
export interface By {
  strategy: string;
  selector: string;
}

/** Finds elements on the screen, or within one of them. Throws WireError for an invalid selector. */
export async function findNodes(search: Search, { strategy, selector }: By, within?: UiNode): Promise<UiNode[]> {
  if (strategy === "-android uiautomator") return findBySelector(search, selector, within);
  const tree = await search.read();
  const roots = within ? within.children : tree.roots;
  const all = (): UiNode[] => [...allNodes(roots)];
  switch (strategy) {
    case "id": {
      const front = search.phone.ui.activities.foreground().packageName;
      const whole = search.completesIds && !selector.includes(":") ? `${front}:id/${selector}` : selector;
      return all().filter(({ id }) => id !== "" && (id === selector || id === whole));
    }
    case "accessibility id":
      return all().filter(({ description }) => description !== "" && description === selector);
    case "class name":
      return all().filter(({ className }) => className === selector);
    case "xpath":
      return findByXPath(selector, within ? { ...tree, roots: [within] } : tree);
    default:
      throw invalidSelector(
        `Selector strategy '${strategy}' is not supported. Only the following selector strategies are supported: ` +
          "[id, xpath, accessibility id, class name, -android uiautomator]",
      );
  }
}

function findByXPath(selector: string, tree: ScreenTree): UiNode[] {
  const { root, nodes } = pageSource(tree);
  try {
    return compileXPath(selector)(root)
      .map((xml) => nodes.get(xml))
      .filter((node) => node !== undefined);
  } catch (error) {
    if (error instanceof Error && error.name === "XPathError") throw invalidSelector(error.message);
    throw error;
  }
}

async function findBySelector(search: Search, selector: string, within: UiNode | undefined): Promise<UiNode[]> {
  const expression = parseSelector(selector);
  if (expression.className === "UiScrollable") return scrollToSelected(search, expression);
  const tree = await search.read();
  return selectNodes(expression, within ? within.children : tree.roots);
}

/** Returns the first element that can be seen, or the first. */
export const firstOf = (nodes: readonly UiNode[]): UiNode | undefined =>
  nodes.find(({ bounds }) => areaOf(bounds) > 0) ?? nodes[0];
