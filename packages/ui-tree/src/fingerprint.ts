import { createHash } from "node:crypto";
import { isEditable, type UiNode } from "./ui-node.ts";

const FINGERPRINT_CHARS = 16;

/**
 * Returns fingerprints that identify the nodes of a screen independent of position and state. They use app, class, id,
 * name and text (except in input fields). Among similar nodes, the order from the top counts. A node keeps its
 * fingerprint in the next dump, also after a move. 16 characters [0-9a-f].
 */
export function fingerprints<Node extends UiNode>({ nodes }: { nodes: readonly Node[] }): Map<Node, string> {
  const seen = new Map<string, number>();
  return new Map(
    nodes.map((node) => {
      const { packageName, className, id, description, text } = node;
      const own = JSON.stringify([packageName, className, id, description, isEditable(node) ? "" : text]);
      const before = seen.get(own) ?? 0;
      seen.set(own, before + 1);
      const hash = createHash("sha256").update(`${own}${before}`).digest("hex");
      return [node, hash.slice(0, FINGERPRINT_CHARS)];
    }),
  );
}
