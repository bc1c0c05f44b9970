import type { BoxRight } from "@terrarium/contract/box-rights";
import type { Label } from "../../../language/text.ts";

/** Label of each right of a link. */
export const RIGHT_LABELS: Readonly<Record<BoxRight, Label>> = {
  view: "See the screen",
  input: "Touch, click and type",
  files: "Read and write files",
  browser: "Control the browser",
  shell: "Run commands in a shell",
};

/** Returns the labels of a link's rights. A shell includes everything, so its label stands alone. */
export const rightLabels = (rights: readonly BoxRight[]): Label[] =>
  rights.includes("shell") ? ["Full control, with a shell and all files"] : rights.map((right) => RIGHT_LABELS[right]);
