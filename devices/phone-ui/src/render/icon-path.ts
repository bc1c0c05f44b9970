import { Path2D } from "@napi-rs/canvas";

const paths = new Map<string, Path2D>();

/** Side of the square filled by a glyph of @mdi/js. */
export const ICON_GRID = 24;

/** Returns the glyph's outline, parsed once. */
export function iconPath(data: string): Path2D {
  let path = paths.get(data);
  if (!path) {
    path = new Path2D(data);
    paths.set(data, path);
  }
  return path;
}
