/**
 * A picture's position in its frame: enlarged by `scale`, its center moved by `x` and `y` px from the frame's center.
 */
export interface Zoom {
  scale: number;
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export const NO_ZOOM: Zoom = { scale: 1, x: 0, y: 0 };
export const LARGEST_SCALE = 8;

/**
 * Enlarges by `factor` around a point relative to the frame's center, so that the content under the fingers stays in
 * place.
 */
export function zoomAround(zoom: Zoom, factor: number, pointX: number, pointY: number): Zoom {
  const scale = Math.min(LARGEST_SCALE, Math.max(1, zoom.scale * factor));
  const ratio = scale / zoom.scale;
  return { scale, x: pointX - (pointX - zoom.x) * ratio, y: pointY - (pointY - zoom.y) * ratio };
}

/** Moves the picture as little as needed to leave no gap at the frame's edges. */
export function keepInside(zoom: Zoom, frame: Size): Zoom {
  const limit = (value: number, size: number): number => {
    const most = (size * (zoom.scale - 1)) / 2;
    // Adding 0 turns -0 into 0.
    return Math.min(most, Math.max(-most, value)) + 0;
  };
  return { scale: zoom.scale, x: limit(zoom.x, frame.width), y: limit(zoom.y, frame.height) };
}
