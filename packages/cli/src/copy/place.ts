/** A path on a box's device or on this machine. */
export interface Place {
  boxId: string | undefined;
  path: string;
}

/** A path on a box, absolute on its device. */
export type BoxPlace = Place & { boxId: string };

/**
 * Parses a path: `sbx_…:/path` is on a box, all others are local; `./sbx_1:x` names a local file that looks like one on
 * a box.
 */
export function parsePlace(text: string): Place {
  const [, boxId, path] = /^(sbx_[0-9a-z]+):(.*)$/s.exec(text) ?? [];
  return boxId === undefined
    ? { boxId: undefined, path: text }
    : { boxId, path: path?.startsWith("/") ? path : `/${path}` };
}

/** Result of a copy. */
export interface Copied {
  files: number;
  bytes: number;
}
