import type { UiNode } from "@terrarium/ui-tree/ui-node";
import { attributesOf } from "./page-source.ts";
import { WireError } from "./wire-error.ts";

/** Other names of attributes (utils/Attribute.java). */
const ALIASES: Readonly<Record<string, string>> = {
  className: "class",
  contentDescription: "content-desc",
  longClickable: "long-clickable",
  resourceId: "resource-id",
};

/** Returns an attribute of an element; null if the element has none. Throws WireError for an unknown name. */
export function attributeOf(node: UiNode, name: string): string | null {
  // The description stands for the name of elements that have one (UiObject2Element.java, getName).
  if (name === "name") return node.description === "" ? node.text : node.description;
  if (name === "original-text") return node.text === "" ? null : node.text;
  const known = attributesOf(node, 0);
  const wanted = Object.hasOwn(ALIASES, name) ? (ALIASES[name] ?? name) : name;
  if (wanted === "index" || !(Object.hasOwn(known, wanted) || ["content-desc", "resource-id"].includes(wanted)))
    throw new WireError(404, "no such attribute", `'${name}' attribute is unknown for the element`);
  return known[wanted] ?? null;
}
