/** A part of the screen, in its pixels. */
export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
