import { randomUUID } from "node:crypto";
import { fingerprints } from "@terrarium/ui-tree/fingerprint";
import type { UiNode } from "@terrarium/ui-tree/ui-node";
import { allNodes, type ScreenTree } from "../screen/screen-tree.ts";
import { type By, findNodes, firstOf } from "./find.ts";
import type { Search } from "./search.ts";
import { staleElement } from "./wire-error.ts";

/** Elements that a session keeps; the oldest are forgotten. */
const MAX_ELEMENTS = 1_000;
/** Key of an element's id in answers of WebDriver. */
const W3C_KEY = "element-6066-11e4-a52e-4f735466cecf";

interface Kept {
  fingerprint: string;
  node: UiNode;
  /** Search that finds it again after a change; without one for elements of a list. */
  by: By | undefined;
}

/** The elements of a session by their ids. */
export class Elements {
  readonly #kept = new Map<string, Kept>();

  /** Keeps elements of one screen; returns their ids. */
  add(nodes: readonly UiNode[], tree: ScreenTree, by?: By): string[] {
    const known = fingerprints({ nodes: [...allNodes(tree.roots)] });
    return nodes.map((node) => {
      const id = randomUUID();
      this.#kept.set(id, { node, fingerprint: known.get(node) ?? "", by });
      if (this.#kept.size > MAX_ELEMENTS) this.#kept.delete(this.#kept.keys().next().value ?? "");
      return id;
    });
  }

  /** Returns the element as it is on the screen now. Throws WireError if it is gone. */
  async get(id: string, search: Search): Promise<UiNode> {
    const kept = this.#kept.get(id);
    if (!kept) throw staleElement();
    const tree = await search.read();
    const found = findAgain(kept, tree) ?? (kept.by && firstOf(await findNodes(search, kept.by)));
    if (!found) throw staleElement();
    kept.node = found;
    kept.fingerprint = fingerprints({ nodes: [...allNodes(tree.roots)] }).get(found) ?? kept.fingerprint;
    return found;
  }

  clear(): void {
    this.#kept.clear();
  }
}

/** Finds a kept element by its fingerprint, else by its id: its text may have changed. */
function findAgain({ fingerprint, node }: Kept, { roots }: ScreenTree): UiNode | undefined {
  const nodes = [...allNodes(roots)];
  const known = fingerprints({ nodes });
  const same = nodes.find((each) => known.get(each) === fingerprint);
  if (same || node.id === "") return same;
  const alike = nodes.filter(({ id, className }) => id === node.id && className === node.className);
  return alike.length === 1 ? alike[0] : undefined;
}

/** Formats an element's id for an answer. */
export const elementModel = (id: string): Record<string, string> => ({ ELEMENT: id, [W3C_KEY]: id });

/** Reads an element's id from a request. */
export function elementIdOf(value: { ELEMENT?: string | undefined; [W3C_KEY]?: string | undefined }): string {
  return value[W3C_KEY] ?? value.ELEMENT ?? "";
}
