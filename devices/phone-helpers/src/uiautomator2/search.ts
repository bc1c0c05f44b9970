import type { HelperPhone } from "../host/helper-definition.ts";
import type { ScreenTree } from "../screen/screen-tree.ts";

/** What a search for elements uses. */
export interface Search {
  phone: HelperPhone;
  /** Reads the screen. */
  read: () => Promise<ScreenTree>;
  /** Whether an id without a package gets that of the app in front. */
  completesIds: boolean;
  signal: AbortSignal;
}
