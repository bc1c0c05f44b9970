/**
 * Rights of a box token: see the screen; touch, click and type on it; read and write files; control the browser; reach
 * the ports of its programs; run commands, over a shell, ADB or the API.
 */
export const BOX_RIGHTS = ["view", "input", "files", "browser", "ports", "shell"] as const;
export type BoxRight = (typeof BOX_RIGHTS)[number];

/** Rights that follow from another one. Commands can do everything else too. */
const IMPLIED: Readonly<Partial<Record<BoxRight, readonly BoxRight[]>>> = { input: ["view"], shell: BOX_RIGHTS };

/** Returns all rights that a token with some rights has, in the order of `BOX_RIGHTS`. */
export function withImplied(rights: readonly BoxRight[]): BoxRight[] {
  const granted = new Set(rights.flatMap((right) => [right, ...(IMPLIED[right] ?? [])]));
  return BOX_RIGHTS.filter((right) => granted.has(right));
}

/** Reads rights that `join` wrote, from an address or a database row. Unknown ones are dropped. */
export const readRights = (text: string): BoxRight[] => {
  const named = new Set(text.split(/[ ,]/));
  return withImplied(BOX_RIGHTS.filter((right) => named.has(right)));
};
