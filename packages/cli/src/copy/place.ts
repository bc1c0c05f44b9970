/** Where something is: on a box's device, or on this machine. */
export interface Place {
  boxId: string | undefined;
  path: string;
}

/** On a box, where the path is from the root of its device. */
export type BoxPlace = Place & { boxId: string };

/** `sbx_…:/path` is on a box, all else here; `./sbx_1:x` names a file that looks like one. */
export function parsePlace(text: string): Place {
  const [, boxId, path] = /^(sbx_[0-9a-z]+):(.*)$/s.exec(text) ?? [];
  return boxId === undefined
    ? { boxId: undefined, path: text }
    : { boxId, path: path?.startsWith("/") ? path : `/${path}` };
}

/** What was copied. */
export interface Copied {
  files: number;
  bytes: number;
}
