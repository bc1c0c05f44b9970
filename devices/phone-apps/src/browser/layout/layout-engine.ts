import type { Box } from "./box.ts";
import type { Fragment } from "./fragment.ts";
import type { IntrinsicWidths } from "./intrinsic.ts";

/** What the layout of a container needs to lay out what is in it. */
export interface LayoutEngine {
  /** `width` is that of the box's border box, `containing` the width around it. */
  layOut(box: Box, width: number, containing: number): Promise<Fragment>;
  readonly widths: IntrinsicWidths;
}
