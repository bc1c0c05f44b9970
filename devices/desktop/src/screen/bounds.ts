/** A part of the screen, in pixels. */
export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
