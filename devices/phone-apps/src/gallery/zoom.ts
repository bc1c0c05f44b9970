/** How a picture lies in its frame: enlarged by `scale`, its centre moved by `x` and `y` from the frame's, in px. */
export interface Zoom {
  scale: number;
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export const noZoom: Zoom = { scale: 1, x: 0, y: 0 };
export const largestScale = 8;

/** Enlarged by `factor` around a point given from the frame's centre: what is under the fingers stays there. */
export function zoomAround(zoom: Zoom, factor: number, pointX: number, pointY: number): Zoom {
  const scale = Math.min(largestScale, Math.max(1, zoom.scale * factor));
  const ratio = scale / zoom.scale;
  return { scale, x: pointX - (pointX - zoom.x) * ratio, y: pointY - (pointY - zoom.y) * ratio };
}

/** Moved as little as needed for no gap to show between the picture and the frame's edge. */
export function keepInside(zoom: Zoom, frame: Size): Zoom {
  const limit = (value: number, size: number): number => {
    const most = (size * (zoom.scale - 1)) / 2;
    // Adding 0 turns -0 into 0.
    return Math.min(most, Math.max(-most, value)) + 0;
  };
  return { scale: zoom.scale, x: limit(zoom.x, frame.width), y: limit(zoom.y, frame.height) };
}
