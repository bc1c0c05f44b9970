import type { Colors } from "@terrarium/phone-ui/theme";
import type { FormValues } from "../document/form-data.ts";
import type { PageControl } from "../document/page-document.ts";
import type { Picture } from "../network/load-images.ts";

/** State of a page besides its blocks. */
export interface PageScene {
  colors: Colors;
  pictures: ReadonlyMap<string, Picture | undefined>;
  values: FormValues;
  onPress: (control: PageControl) => void;
  onValue: (control: PageControl, value: string) => void;
  onSubmit: (control: PageControl) => void;
  /** The searched text in lower case, the index of the current match, and the number of matches passed. */
  marks?: { wanted: string; current: number; passed: number };
}
