import type { BoxRight } from "@terrarium/contract/box-rights";
import type { Label } from "../../../language/text.ts";

/** Label of each right of a link. */
export const RIGHT_LABELS: Readonly<Record<BoxRight, Label>> = {
  view: "See the screen",
  input: "Touch, click and type",
  files: "Read and write files",
  browser: "Control the browser",
  ports: "Reach its ports",
  shell: "Run commands in a shell",
};

/** What a visitor with each right can do. A sentence without a period. */
export const RIGHT_WORDS: Readonly<Record<BoxRight, Label>> = {
  view: "Watches the live screen, with every text on it",
  input: "Controls apps, uses the clipboard and takes screenshots",
  files: "Lists, downloads, uploads and deletes files",
  browser: "Opens, reads and changes pages through DevTools",
  ports: "Opens web pages and servers that run inside, at port addresses",
  shell: "Runs any command, reads every file, log and detail, and includes all other rights",
};

/** Returns the labels of a link's rights. A shell includes everything, so its label stands alone. */
export const rightLabels = (rights: readonly BoxRight[]): Label[] =>
  rights.includes("shell") ? ["Full control, with a shell and all files"] : rights.map((right) => RIGHT_LABELS[right]);
