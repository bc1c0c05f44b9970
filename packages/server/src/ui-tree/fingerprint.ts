import { createHash } from "node:crypto";
import { isEditable, type UiNode, type UiTree } from "./ui-node.ts";

const FINGERPRINT_CHARS = 16;

/**
 * Tells a node from all others of its screen by what it is, not by where it is or by its state: by app, class, id, name
 * and text (which does not count where people write), and among several that are alike, by which of them it is, from the
 * top. The same node has it in the next dump too, moved or not. 16 characters [0-9a-f].
 */
export function fingerprints({ nodes }: Pick<UiTree, "nodes">): Map<UiNode, string> {
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
