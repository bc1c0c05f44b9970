import { BROWSER_PACKAGE } from "@terrarium/ui-tree/desktop-nodes";
import type { UiNode } from "@terrarium/ui-tree/ui-node";

/** Roles of a page's controls that take a value at once instead of typed keys. */
const SETTABLE = /\.(Spinner|ListView|SeekBar|DatePicker|TimePicker|ColorPicker)$/;

/** Returns whether a value is set on it as a whole. */
export const isSettable = ({ packageName, className }: UiNode): boolean =>
  packageName === BROWSER_PACKAGE && SETTABLE.test(className);
