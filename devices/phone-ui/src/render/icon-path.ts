import { Path2D } from "@napi-rs/canvas";

const paths = new Map<string, Path2D>();

/** The side of the square that a glyph of @mdi/js fills. */
export const iconGrid = 24;

/** The glyph's outline, parsed once. */
export function iconPath(data: string): Path2D {
  let path = paths.get(data);
  if (!path) {
    path = new Path2D(data);
    paths.set(data, path);
  }
  return path;
}
